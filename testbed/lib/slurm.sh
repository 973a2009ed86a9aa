# The Slurm configuration of one cluster.
# shellcheck shell=bash

cgroup_v1() { local c; for c in $CGROUP_CONTROLLERS; do [ -d "/sys/fs/cgroup/$c" ] || return 1; done; }

build_slurm() {
  local e=$DIR/etc/slurm names gres=""
  names=$(printf '%s[001-%03d]' "$PREFIX" "$NODES")
  rm -f "$e/gres.conf" "$e/cgroup.conf"
  if [ "$GRES" != - ]; then
    gres="Gres=$GRES"
    local type count; IFS=: read -r _ type count <<<"$GRES"
    echo "NodeName=$names Name=gpu Type=$type File=/dev/nvidia[0-$((count - 1))]" >"$e/gres.conf"
  fi
  { slurm_core; slurm_limits; slurm_accounting
    echo "NodeName=$names NodeHostname=$SITE-login1 NodeAddr=127.0.0.1 Port=[7001-$((7000 + NODES))]" \
      "Sockets=$SOCKETS CoresPerSocket=$CORES ThreadsPerCore=1 RealMemory=$MEM $gres State=UNKNOWN"
    cat "$HERE/sites/$SITE.partitions"; } >"$e/slurm.conf"
  has limits && echo "EnforcePartLimits=ALL" >>"$e/slurm.conf"
  [ "$ACCT" != dbd ] || slurmdbd_conf
}

# Short intervals: a test waits for Slurm's decisions, not for its clocks. config_overrides lets
# a small machine play nodes of any size.
slurm_core() { cat <<EOF
ClusterName=$SITE
SlurmctldHost=$SITE-login1(127.0.0.1)
SlurmctldPort=6817
AuthType=auth/munge
AuthInfo=cred_expire=30
CredType=cred/munge
SlurmUser=slurm
StateSaveLocation=/var/lib/slurm
SlurmdSpoolDir=/var/spool/slurmd/%n
SlurmctldPidFile=/run/slurm/slurmctld.pid
SlurmdPidFile=/run/slurm/slurmd-%n.pid
SlurmctldLogFile=/var/log/slurm/slurmctld.log
SlurmdLogFile=/var/log/slurm/slurmd-%n.log
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
SlurmdParameters=config_overrides
GresTypes=gpu
ReturnToService=2
JobAcctGatherFrequency=task=2
KillWait=3
MinJobAge=300
SlurmctldTimeout=30
SlurmdTimeout=20
BatchStartTimeout=10
CompleteWait=0
SchedulerType=sched/backfill
SchedulerParameters=sched_interval=1,sched_min_interval=0,batch_sched_delay=0,bf_interval=1,bf_continue
PriorityType=priority/multifactor
PriorityWeightAge=1000
PriorityWeightFairshare=10000
PriorityWeightQOS=1000
PriorityCalcPeriod=1
DefMemPerCPU=2000
PreemptType=preempt/partition_prio
PreemptMode=REQUEUE
EOF
}

slurm_limits() { # with control groups an over-large job is OUT_OF_MEMORY, without them it is only killed
  if cgroup_v1; then
    printf '%s\n' ProctrackType=proctrack/cgroup TaskPlugin=task/cgroup JobAcctGatherType=jobacct_gather/cgroup
    printf '%s\n' CgroupPlugin=cgroup/v1 CgroupMountpoint=/sys/fs/cgroup CgroupAutomount=no \
      ConstrainRAMSpace=yes ConstrainSwapSpace=no ConstrainCores=no >"$DIR/etc/slurm/cgroup.conf"
  else
    printf '%s\n' ProctrackType=proctrack/linuxproc TaskPlugin=task/none JobAcctGatherType=jobacct_gather/linux \
      JobAcctGatherParams=OverMemoryKill
  fi
}

slurm_accounting() {
  if [ "$ACCT" = dbd ]; then
    printf '%s\n' AccountingStorageType=accounting_storage/slurmdbd AccountingStorageHost=localhost \
      AccountingStoragePort=6819 AccountingStorageEnforce=associations,limits,qos \
      AccountingStorageTRES=gres/gpu JobCompType=jobcomp/none
  else
    printf '%s\n' AccountingStorageType=accounting_storage/none JobCompType=jobcomp/filetxt \
      JobCompLoc=/var/log/slurm/jobcomp.log
  fi
}

slurmdbd_conf() {
  cat >"$DIR/etc/slurm/slurmdbd.conf" <<EOF
AuthType=auth/munge
DbdHost=localhost
DbdPort=6819
SlurmUser=slurm
LogFile=/var/log/slurm/slurmdbd.log
PidFile=/run/slurm/slurmdbd.pid
StorageType=accounting_storage/mysql
StorageHost=localhost
StorageUser=slurm
StoragePass=slurm
StorageLoc=slurm_$SITE
EOF
  chown slurm:slurm "$DIR/etc/slurm/slurmdbd.conf"
  chmod 600 "$DIR/etc/slurm/slurmdbd.conf"
}
