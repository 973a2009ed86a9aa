# The job's nodes, a line each, by whatever the scheduler here tells.
d_hosts=$(
  if [ -n "${SLURM_JOB_NODELIST:-}" ] && command -v scontrol >/dev/null 2>&1; then scontrol show hostnames "$SLURM_JOB_NODELIST"
  elif [ -r "${PE_HOSTFILE:-}" ]; then awk '{ print $1 }' "$PE_HOSTFILE"
  elif [ -r "${PBS_NODEFILE:-}" ]; then awk '!seen[$1]++' "$PBS_NODEFILE"
  elif [ -r "${LSB_DJOB_HOSTFILE:-}" ]; then awk '!seen[$1]++' "$LSB_DJOB_HOSTFILE"
  elif [ -n "${FLUX_URI:-}" ] && command -v flux >/dev/null 2>&1; then flux exec hostname
  else hostname
  fi
)
