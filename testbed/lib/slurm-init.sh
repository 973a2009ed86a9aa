# Slurm's daemons inside a cluster, sourced by its PID 1.
# shellcheck shell=bash

accounting() { # cluster, accounts, limits: once. One file, as each single command costs half a second.
  [ -f /var/lib/slurm/.acct ] && return
  cat >/root/accounts <<EOF
Cluster - '$SITE':Fairshare=1:QOS='normal'
Parent - 'root'
User - 'root':DefaultAccount='root':AdminLevel='Administrator':Fairshare=1
Account - 'proj1':Description='proj1':Organization='lab':Fairshare=1
Account - 'proj2':Description='proj2':Organization='lab':Fairshare=1:GrpTRESMins=cpu=100
Account - 'proj3':Description='proj3':Organization='lab':Fairshare=1
Parent - 'proj1'
User - '$USER1':DefaultAccount='proj1':Fairshare=1:QOS='express,few,normal'
Parent - 'proj2'
User - '$USER1':Fairshare=1:QOS='express,few,normal'
User - '$USER2':Fairshare=1:QOS='express,few,normal'
Parent - 'proj3'
User - '$USER2':DefaultAccount='proj3':Fairshare=1:QOS='express,few,normal'
EOF
  sacctmgr -i -Q add qos express Priority=1000 MaxWall=00:30:00 MaxTRESPerUser=cpu=256
  sacctmgr -i -Q add qos few Priority=10 MaxSubmitJobsPerUser=4 MaxJobsPerUser=2
  sacctmgr -i load file=/root/accounts
  # Adding what is there already is an error to sacctmgr: judge by the outcome, not by exit codes.
  [ "$(sacctmgr -nP show assoc "user=$USER1,$USER2" format=user,qos | grep -c 'express.*few')" = 4 ] || return 1
  touch /var/lib/slurm/.acct
}

start_scheduler() {
  setpriv --reuid munge --regid munge --init-groups /usr/sbin/munged || fail "munged"
  if [ "$ACCT" = dbd ]; then
    until_ok 1000 test -e /run/mysqld/ready || fail "no database"
    say database
    slurmdbd
    until_ok 1000 sacctmgr -n show cluster || fail "slurmdbd"
    say slurmdbd
    accounting || fail "sacctmgr"
    say accounting
  fi
  slurmctld || fail "slurmctld"
}

start_nodes() {
  local i n
  for ((i = 1; i <= NODES; i++)); do
    n=$(printf '%s%03d' "$PREFIX" "$i")
    mkdir -p "/var/spool/slurmd/$n"
    # a host name of its own, so that `hostname` in a job prints the node
    # shellcheck disable=SC2016
    unshare --uts -- sh -c 'hostname "$1"; exec slurmd -N "$1"' _ "$n" &
    ((i % 4)) || wait
  done
  wait
  say nodes
  until_ok 1000 settled || fail "nodes did not register"
}
settled() { ! sinfo -h -N -o %T 2>/dev/null | grep -vqE '^(idle|mixed|allocated|completing|drain|down|inval|planned|reserved|maint)[a-z]*$' && [ -n "$(sinfo -h -o %D)" ]; }
