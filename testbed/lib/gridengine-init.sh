# Grid Engine's daemons inside a cluster, sourced by its PID 1. What is configured once is kept in its spool.
# shellcheck shell=bash

export SGE_ROOT=/var/lib/gridengine SGE_CELL=default
SPOOL=/var/spool/gridengine
as_admin() { setpriv --reuid sgeadmin --regid sgeadmin --clear-groups "$@"; }

start_scheduler() {
  mkdir -p /run/gridengine; chown sgeadmin:sgeadmin /run/gridengine
  [ -f $SPOOL/.made ] || make_cell || fail "init_cluster"
  hosts_network
  sge_qmaster || fail "sge_qmaster"
  until_ok 300 qconf -sconf || fail "sge_qmaster does not answer"
  say qmaster
  [ -f $SPOOL/.configured ] || { configure >/var/log/gridengine-setup.log 2>&1 && touch $SPOOL/.configured; } || fail "qconf"
  say configured
}

make_cell() {
  mkdir -p $SPOOL/{qmaster/job_scripts,spooldb,execd} $SGE_ROOT/$SGE_CELL/common
  hostname >$SGE_ROOT/$SGE_CELL/common/act_qmaster
  printf '%s\n' 'admin_user sgeadmin' 'default_domain none' 'ignore_fqdn true' 'spooling_method berkeleydb' \
    'spooling_lib libspoolb' "spooling_params $SPOOL/spooldb" 'binary_path /usr/lib/gridengine' \
    "qmaster_spool_dir $SPOOL/qmaster" 'security_mode none' 'listener_threads 2' 'worker_threads 2' \
    'scheduler_threads 1' 'jvm_threads 0' >$SGE_ROOT/$SGE_CELL/common/bootstrap
  chown -R sgeadmin:sgeadmin $SPOOL $SGE_ROOT/$SGE_CELL
  as_admin env HOME=/tmp /usr/share/gridengine/scripts/init_cluster $SGE_ROOT $SGE_CELL $SPOOL/spooldb sgeadmin && touch $SPOOL/.made
}

# Grid Engine knows a host by its address: each execution host is a network namespace behind a bridge of the cluster's.
hosts_network() {
  local i n
  ip link add nodes type bridge; ip addr add 10.79.0.1/24 dev nodes; ip link set nodes up
  for ((i = 1; i <= NODES; i++)); do
    n=$(printf '%s%03d' "$PREFIX" "$i")
    ip netns add "$n"
    ip link add "node$i" type veth peer name eth0 netns "$n"
    ip link set "node$i" master nodes up
    ip -n "$n" addr add "10.79.0.$((10 + i))/24" dev eth0
    ip -n "$n" link set eth0 up; ip -n "$n" link set lo up
    ip -n "$n" route add default via 10.79.0.1
  done
}

configure() {
  local n k=0 hosts="" d
  d=$(mktemp -d); chmod 755 "$d"
  for ((i = 1; i <= NODES; i++)); do hosts="$hosts $(printf '%s%03d' "$PREFIX" "$i")"; done
  as_admin qconf -am root
  as_admin qconf -as "$(hostname)"
  as_admin qconf -ah "$(hostname)${hosts// /,}"
  # Short intervals: a test waits for decisions, not for clocks. The accounting file stays as late as it is by default.
  qconf -ssconf | sed 's/^schedule_interval.*/schedule_interval 0:0:1/;s/^flush_submit_sec.*/flush_submit_sec 1/;s/^flush_finish_sec.*/flush_finish_sec 1/;s/^schedd_job_info.*/schedd_job_info true/' >"$d/sched"
  qconf -Msconf "$d/sched"
  qconf -sconf | sed "/^#/d;s#^execd_spool_dir.*#execd_spool_dir $SPOOL/execd#;s#^load_report_time.*#load_report_time 00:00:05#;s#^min_uid.*#min_uid 100#" >"$d/global"
  qconf -Mconf "$d/global"
  qconf -sc | sed 's/^h_vmem .*/h_vmem h_vmem MEMORY <= YES YES 2G 0/' >"$d/complex"
  printf '%s\n' 'gpu gpu INT <= YES JOB 0 0' 'exclusive excl BOOL EXCL YES YES 0 1000' 'bigmem bigmem BOOL == YES NO 0 0' >>"$d/complex"
  qconf -Mc "$d/complex"
  for n in $hosts; do
    k=$((k + 1))
    printf '%s\n' "hostname $n" 'load_scaling NONE' "complex_values slots=$CPUS,h_vmem=${MEM}M,exclusive=true$([ $k -le 2 ] || echo ',gpu=2')$([ $k != 1 ] || echo ',bigmem=true')" \
      'user_lists NONE' 'xuser_lists NONE' 'projects NONE' 'xprojects NONE' 'usage_scaling NONE' 'report_variables NONE' >"$d/host"
    qconf -Ae "$d/host"
    # One gid range a host: they share a pid namespace, and an execd kills by group.
    mkdir -p "$d/local"; echo "gid_range $((20000 + k * 200))-$((20199 + k * 200))" >"$d/local/$n"
    qconf -Aconf "$d/local/$n"
  done
  printf 'group_name @allhosts\nhostlist %s\n' "$hosts" >"$d/group"; qconf -Ahgrp "$d/group"
  parallel smp "\$pe_slots"; for n in 2 4 8 16; do parallel "mpi-$n" "$n"; done
  for n in proj1 proj2 proj3; do printf 'name %s\noticket 0\nfshare 0\nacl NONE\nxacl NONE\n' $n >"$d/project"; qconf -Aprj "$d/project"; done
  queue all.q 24:00:00; queue short.q 00:05:00
  rm -r "$d"
  [ "$(qconf -sql | wc -l)" = 2 ]
}
parallel() { # NAME ALLOCATION-RULE
  printf '%s\n' "pe_name $1" 'slots 9999' 'user_lists NONE' 'xuser_lists NONE' 'start_proc_args NONE' 'stop_proc_args NONE' \
    "allocation_rule $2" 'control_slaves TRUE' 'job_is_first_task FALSE' 'urgency_slots min' 'accounting_summary TRUE' 'qsort_args NONE' >"$d/pe"
  qconf -Ap "$d/pe"
}
queue() { # NAME LIMIT
  { printf '%s\n' "qname $1" 'hostlist @allhosts' 'seq_no 0' 'load_thresholds NONE' 'suspend_thresholds NONE' 'nsuspend 1' \
    'suspend_interval 00:05:00' 'priority 0' 'min_cpu_interval 00:05:00' 'processors UNDEFINED' 'qtype BATCH INTERACTIVE' \
    'ckpt_list NONE' 'pe_list smp mpi-2 mpi-4 mpi-8 mpi-16' 'rerun TRUE' "slots $CPUS" 'tmpdir /tmp' 'shell /bin/bash' \
    'prolog NONE' 'epilog NONE' 'shell_start_mode posix_compliant' 'starter_method NONE' 'suspend_method NONE' \
    'resume_method NONE' 'terminate_method NONE' 'notify 00:00:05' 'owner_list NONE' 'user_lists NONE' 'xuser_lists NONE' \
    'subordinate_list NONE' 'complex_values NONE' 'projects NONE' 'xprojects NONE' 'calendar NONE' 'initial_state default'
    printf "%s INFINITY\n" s_rt s_cpu h_cpu s_fsize h_fsize s_data h_data s_stack h_stack s_core h_core s_rss h_rss s_vmem h_vmem
  echo "h_rt $2"; } >"$d/queue"
  qconf -Aq "$d/queue"
}

start_nodes() {
  local i n
  for ((i = 1; i <= NODES; i++)); do
    n=$(printf '%s%03d' "$PREFIX" "$i")
    # shellcheck disable=SC2016
    nsenter --net="/run/netns/$n" unshare --uts -- sh -c 'hostname "$1"; exec sge_execd' _ "$n" &
  done
  wait
  say nodes
  until_ok 600 settled || fail "execution hosts did not register"
}
settled() { [ "$(qhost 2>/dev/null | grep -c '^'"$PREFIX"'[0-9]* *lx-')" = "$NODES" ] && ! qstat -f 2>/dev/null | awk '/@/ && $6 ~ /u/ { away = 1 } END { exit !away }'; }
