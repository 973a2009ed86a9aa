D_JOB=$LSB_JOBID
D_INDEX=''
case ${LSB_JOBINDEX:-0} in
  0) ;;
  *) D_INDEX=$LSB_JOBINDEX D_JOB=${LSB_JOBID}_$LSB_JOBINDEX ;;
esac
D_NODES=''
if [ -r "${LSB_DJOB_HOSTFILE:-}" ]; then
  D_NODES=$(awk '!seen[$0]++ { printf "%s%s", n++ ? "," : "", $0 }' "$LSB_DJOB_HOSTFILE")
fi
[ -n "$D_NODES" ] && [ "${#D_NODES}" -le 1000 ] || D_NODES=$(hostname)
D_RESTARTS=0
[ "${LSB_RESTART:-N}" != Y ] || D_RESTARTS=1
# LSF adds a report of its own to the file it is given for output.
exec >>"$D_DIR/stdout${D_INDEX:+.$D_INDEX}" 2>>"$D_DIR/stderr${D_INDEX:+.$D_INDEX}"
