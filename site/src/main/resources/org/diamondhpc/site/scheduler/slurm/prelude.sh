# The account's own settings must not change what the commands print.
unset SQUEUE_FORMAT SQUEUE_FORMAT2 SQUEUE_SORT SQUEUE_STATES SQUEUE_USERS SQUEUE_ACCOUNT SQUEUE_PARTITION SQUEUE_NAMES \
  SQUEUE_QOS SQUEUE_ALL SQUEUE_ARRAY SQUEUE_ARRAY_UNIQUE SQUEUE_PRIORITY SQUEUE_LICENSES SQUEUE_REMOTE SQUEUE_SIBLING \
  SACCT_FORMAT SACCT_FEDERATION SACCT_LOCAL SLURM_TIME_FORMAT SINFO_FORMAT SLURM_JOB_ID SLURM_JOBID SLURM_ARRAY_TASK_ID
SLURM_BITSTR_LEN=0
export SLURM_BITSTR_LEN
M=$1
S=$(printf '\037')
if command -v timeout >/dev/null 2>&1; then limit() { timeout "$@"; }; else limit() { shift; "$@"; }; fi
# frame NAME RC TEXT
frame() { printf '\n%s begin %s\n%s\n%s end %s %s\n' "$M" "$1" "$3" "$M" "$1" "$2"; }
clock() { frame clock 0 "$(date +%s)"; }
# SECONDS-BEFORE-NOW of an epoch second, with a margin for clocks that differ
ago() { D_T=$(($(date +%s) - $1 + 600)); [ "$D_T" -gt 0 ] || D_T=600; printf 'now-%sseconds' "$D_T"; }
own_queue() {
  Q=$(limit 40 squeue -u "$(id -u)" -h -a -t all \
    -o "$M row$S%i$S%T$S%r$S%S$S%V$S%e$S%N$S%Z$S%k$S$M" 2>&1)
  QRC=$?
  frame queue "$QRC" "$Q"
}
# accounting JOBS SINCE: with its steps; where the site keeps none, what the controller remembers.
accounting() {
  A=$(limit 40 sacct -D -P -n --delimiter="$S" -S "$(ago "$2")" -j "$1" \
    -o JobID,State,ExitCode,Submit,Start,End,ElapsedRaw,TotalCPU,MaxRSS,ReqTRES,AllocTRES,NodeList,Reason,WorkDir 2>&1)
  ARC=$?
  frame accounting "$ARC" "$A"
}
