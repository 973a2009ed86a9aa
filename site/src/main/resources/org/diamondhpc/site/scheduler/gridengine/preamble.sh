D_JOB=$JOB_ID
D_INDEX=''
case ${SGE_TASK_ID:-undefined} in
  undefined) ;;
  *) D_INDEX=$SGE_TASK_ID D_JOB=${JOB_ID}_$SGE_TASK_ID ;;
esac
D_NODES=''
if [ -n "${PE_HOSTFILE:-}" ] && [ -r "$PE_HOSTFILE" ]; then
  while read -r D_L D_S; do D_NODES=$D_NODES${D_NODES:+,}$D_L; done <"$PE_HOSTFILE"
fi
[ -n "$D_NODES" ] && [ "${#D_NODES}" -le 1000 ] || D_NODES=$(hostname)
D_RESTARTS=${RESTARTED:-0}
