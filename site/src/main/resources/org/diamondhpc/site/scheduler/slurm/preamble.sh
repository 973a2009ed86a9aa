if [ -n "${SLURM_ARRAY_TASK_ID:-}" ]; then
  D_JOB=${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID
else
  D_JOB=$SLURM_JOB_ID
fi
D_INDEX=${SLURM_ARRAY_TASK_ID:-}
D_NODES=${SLURM_JOB_NODELIST:-${SLURMD_NODENAME:-$(hostname)}}
# As the scheduler shortens them; a list too long for one line is left to the scheduler's own word.
[ "${#D_NODES}" -le 1000 ] || D_NODES=${SLURMD_NODENAME:-$(hostname)}
D_RESTARTS=${SLURM_RESTART_COUNT:-0}
# From 22.05 on srun does not take the cores of each process from the allocation by itself.
[ -z "${SLURM_CPUS_PER_TASK:-}" ] || export SRUN_CPUS_PER_TASK="$SLURM_CPUS_PER_TASK"
