# Within an instance of its own the job's id is that of the instance.
D_JOB=$(flux job id --to=dec "${FLUX_JOB_ID:-${FLUX_ENCLOSING_ID:-$(flux getattr jobid 2>/dev/null)}}" 2>/dev/null)
D_JOB=${D_JOB:-unknown}
D_INDEX=''
D_NODES=$(flux getattr hostlist 2>/dev/null)
[ -z "${FLUX_JOB_ID:-}" ] && [ -n "$D_NODES" ] && [ "${#D_NODES}" -le 1000 ] || D_NODES=$(hostname)
D_RESTARTS=0
