D_INDEX=${PBS_ARRAY_INDEX:-}
D_JOB=${PBS_JOBID%%.*}
case $D_JOB in *'['*) D_JOB="${D_JOB%%'['*}[]_$D_INDEX" ;; esac
D_NODES=''
[ ! -r "${PBS_NODEFILE:-}" ] || D_NODES=$(awk '!seen[$0]++ { printf "%s%s", n++ ? "," : "", $0 }' "$PBS_NODEFILE")
[ -n "$D_NODES" ] && [ "${#D_NODES}" -le 1000 ] || D_NODES=$(hostname)
D_RESTARTS=0
# PBS copies its own record of the streams only when the job is over.
exec >>"$D_DIR/stdout${D_INDEX:+.$D_INDEX}" 2>>"$D_DIR/stderr${D_INDEX:+.$D_INDEX}"
# PBS cannot warn before the limit: a clock beside the work does. D_WARN is "SIGNAL SECONDS-AFTER-THE-START".
if [ -n "${D_WARN:-}" ]; then
  (sleep "${D_WARN#* }" && kill -s "${D_WARN%% *}" $$) </dev/null >/dev/null 2>&1 &
fi
