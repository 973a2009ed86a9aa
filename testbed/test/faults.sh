# Every fault has its effect, and every heal ends it.
# shellcheck shell=bash

broken_then_healed() { # broken_then_healed WHAT EFFECT… -- FAULT SITE [ARGS]
  local what=$1 effect=(); shift
  while [ "$1" != -- ]; do effect+=("$1"); shift; done; shift
  check "$1: done" fault "$@"
  check "$1: $what" "${effect[@]}"
  check "$1: heals" fault heal "$2"
  check "$1: as before" job_runs "$2"
}
cut_live() { # a live session ends within 3 s
  timeout 10 "$T" ssh "$1" sleep 60 & local pid=$!; sleep 0.7
  fault "$2" "$1"; sleep 2; not kill -0 $pid
}
lives_on() { timeout 10 "$T" ssh "$1" 'sleep 2; echo alive' >"$DIAMOND_HOME/live" & local pid=$!; sleep 0.7; fault "$2" "$1"; wait $pid && grep -q alive "$DIAMOND_HOME/live"; }
squeue_hangs() { not timeout 3 "$T" ssh "$1" squeue; }

broken_then_healed "squeue hangs" squeue_hangs alpha -- ctld-stop alpha 60
check "ctld-stop ends by itself" bash -c "'$T' fault ctld-stop alpha 1 && sleep 1.3 && timeout 3 '$T' ssh alpha squeue"
broken_then_healed "squeue is slow" bash -c "s=\$(date +%s%N); for i in 1 2 3 4 5 6; do '$T' ssh alpha squeue; done; [ \$(( (\$(date +%s%N) - s) / 1000000 )) -gt 2500 ]" -- ctld-slow alpha
broken_then_healed "scontrol ping says DOWN" says alpha 'scontrol ping' DOWN -- ctld-kill alpha
broken_then_healed "sacct fails, sbatch works" bash -c "! '$T' ssh alpha sacct && '$T' ssh alpha sbatch --wrap true" -- dbd-kill alpha
broken_then_healed "squeue hangs" squeue_hangs alpha -- munge-kill alpha
broken_then_healed "refused at once" not quick 3 beta -- sshd-kill beta
check "sshd-kill: live sessions go on" lives_on beta sshd-kill
fault heal beta
broken_then_healed "no banner" not quick 3 beta -- sshd-stop beta 60
check "cut-sessions: they end" cut_live beta cut-sessions
broken_then_healed "no connection" not quick 3 beta -- net-cut beta
check "net-cut ends by itself" bash -c "'$T' fault net-cut beta 1 && sleep 1.3 && timeout 5 '$T' ssh beta true"
broken_then_healed "refused at once" bash -c "'$T' ssh beta true 2>&1 | grep -q refused" -- net-reject beta
broken_then_healed "still works, slowly" quick 30 beta -- net-loss beta 10
broken_then_healed "not from here" not quick 3 delta -- jump-only delta
fault jump-only delta
check "jump-only: from alpha" quick 10 delta-via-alpha
fault heal delta
broken_then_healed "the key is refused" bash -c "'$T' ssh gamma true 2>&1 | grep -q 'verification failed'" -- hostkey-change gamma
broken_then_healed "permission denied" bash -c "'$T' ssh gamma true 2>&1 | grep -q 'Permission denied'" -- key-revoke gamma
broken_then_healed "no space left in the home" says gamma 'cp /bin/ls full; rm -f full' "No space left" -- disk-full gamma
broken_then_healed "no space left in /scratch" says gamma 'cp /bin/ls /scratch/full; rm -f /scratch/full' "No space left" -- scratch-full gamma

on gamma 'sbatch -w g002 --no-requeue -t5 -J victim --wrap "sleep 297"; sleep 1.5' >/dev/null
check "node-kill: the job's processes die" bash -c "'$T' fault node-kill gamma g002 && sleep 0.3 && ! '$T' enter gamma pgrep -f 'sleep 297' | grep -q ."
check "node-kill: Slurm sees it" says gamma 'for i in $(seq 70); do sinfo -h -n g002 -o %T | grep -q down && break; sleep 1; done; scontrol show job -o' NODE_FAIL
check "node-kill: heals" fault heal gamma
check "node-kill: the node works again" says gamma 'srun -w g002 hostname' g002
broken_then_healed "the node drains" says gamma 'sinfo -h -n g003 -o %T' drain -- node-drain gamma g003
broken_then_healed "jobs pend" says alpha 'sbatch -p debug --wrap true >/dev/null; sleep 1; squeue -h -o %r; scancel -u alice' PartitionDown -- partition-down alpha debug
broken_then_healed "submissions are refused" says alpha 'sbatch -p debug --wrap true' "not available (inactive or drain)" -- partition-drain alpha debug
broken_then_healed "nodes are in maintenance" says delta 'sinfo -h -o %T' maint -- maint-on delta 30
check "crash: everything is gone" bash -c "'$T' fault crash gamma && ! timeout 3 '$T' ssh gamma true"
check "crash: heals" fault heal gamma
check "crash: as before" job_runs gamma
note_namespaces
for line in ctld-kill/ctld-start dbd-kill/dbd-start munge-kill/munge-start sshd-kill/sshd-start net-cut/net-restore \
  hostkey-change/hostkey-restore key-revoke/key-restore disk-full/disk-free maint-on/maint-off; do
  check "${line%/*} and ${line#*/}" bash -c "'$T' fault ${line%/*} beta && '$T' fault ${line#*/} beta && timeout 20 '$T' ssh beta sbatch --wrap true"
done
check "all faults at once heal" bash -c "for f in ctld-stop dbd-kill munge-kill sshd-kill net-cut hostkey-change key-revoke disk-full 'node-kill b001' 'node-drain b002'; do
  set -- \$f; '$T' fault \$1 beta \${2:-}; done; '$T' fault heal beta"
check "and the cluster works" job_runs beta
