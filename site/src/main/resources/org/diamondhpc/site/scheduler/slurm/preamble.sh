if [ -n "${SLURM_ARRAY_TASK_ID:-}" ]; then
  D_JOB=${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID
else
  D_JOB=$SLURM_JOB_ID
fi
D_INDEX=${SLURM_ARRAY_TASK_ID:-}
D_NODE=${SLURMD_NODENAME:-$(hostname)}
D_RESTARTS=${SLURM_RESTART_COUNT:-0}
# From 22.05 on srun does not take the cores of each process from the allocation by itself.
[ -z "${SLURM_CPUS_PER_TASK:-}" ] || export SRUN_CPUS_PER_TASK="$SLURM_CPUS_PER_TASK"
