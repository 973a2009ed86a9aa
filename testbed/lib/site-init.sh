#!/bin/bash
# PID 1 of a cluster, second half: inside the private root. Starts the daemons, reports readiness, reaps.
set -u
# shellcheck source=/dev/null
. /run/site.env
cd /
export PATH=/opt/slurm/bin:$PATH
say() { echo "$EPOCHREALTIME $*"; }
until_ok() { local n=$1; shift; for ((; n > 0; n--)); do "$@" >/dev/null 2>&1 && return; sleep 0.03; done; return 1; }
fail() { say "FAILED: $*"; echo "$*" >/var/.failed; sleep 3600; }

homes() {
  local user id
  for user in "$USER1:$UID1" "$USER2:$UID2"; do
    id=${user#*:} user=${user%:*}
    [ -f "/home/$user/.ssh/authorized_keys" ] && continue
    install -d -o "$id" -g "$id" -m 700 "/home/$user" "/home/$user/.ssh"
    cp /etc/skel/.bashrc /etc/skel/.profile "/home/$user/"
    if [[ ",$WRINKLES," == *,banner,* ]]; then
      # Debian's .bashrc ends early when not interactive; real ones print first.
      sed -i '1i echo "*** Welcome to '"$SITE"'. Maintenance every first Tuesday. ***"\necho "Quota: 12% of 500 GB used"' "/home/$user/.bashrc"
    fi
    if [[ ",$WRINKLES," == *,shellnoise,* ]]; then
      printf '%s\n' 'setenv SQUEUE_FORMAT "%.7i %.9P %.8j"' 'setenv SLURM_TIME_FORMAT relative' \
        'setenv SINFO_FORMAT "%P|%a"' 'setenv SACCT_FORMAT jobid,state%3' 'alias squeue "squeue -l"' 'alias rm "rm -i"' 'set noclobber' >"/home/$user/.tcshrc"
      sed -i '1i export SQUEUE_FORMAT="%.7i %.9P %.8j" SLURM_TIME_FORMAT=relative SINFO_FORMAT="%P|%a" SACCT_FORMAT=jobid,state%3\nshopt -s expand_aliases\nalias squeue="squeue -l" ls="ls --color=always -F" rm="rm -i"\nset -o noclobber' "/home/$user/.bashrc"
    fi
    cp "/etc/ssh/$user.pub" "/home/$user/.ssh/authorized_keys"
    chmod 600 "/home/$user/.ssh/authorized_keys"
    chown -R "$id:$id" "/home/$user"
  done
}

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

hostname "$SITE-login1"
ip link set lo up
until_ok 1000 ip link show eth0 || fail "no network link"
ip addr add "$IP/24" dev eth0
if [[ ",$WRINKLES," == *,login2,* ]]; then ip addr add "$IP2/24" dev eth0; fi
ip link set eth0 up; ip route add default via "$GATEWAY"
chmod 755 /home
rm -f /home/.filler*    # left by a fault
homes
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
/root/start-sshd || fail "sshd"
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
settled() { ! sinfo -h -N -o %T 2>/dev/null | grep -vqE '^(idle|mixed|allocated|completing|drain|down|inval|planned|reserved|maint)[a-z]*$' && [ -n "$(sinfo -h -o %D)" ]; }
until_ok 1000 settled || fail "nodes did not register"
say ready
touch /var/.ready
while :; do sleep 3600 & wait $! || true; done
