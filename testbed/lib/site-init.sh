#!/bin/bash
# PID 1 of a cluster, second half: inside the private root. Starts the daemons, reports readiness, reaps.
# The scheduler's own part (start_scheduler, start_nodes) is in scheduler.sh beside it.
set -u
# shellcheck source=/dev/null
. /run/site.env
cd /
export PATH=/opt/slurm/bin:$PATH
say() { echo "$EPOCHREALTIME $*"; }
until_ok() { local n=$1; shift; for ((; n > 0; n--)); do "$@" >/dev/null 2>&1 && return; sleep 0.03; done; return 1; }
fail() { say "FAILED: $*"; echo "$*" >/var/.failed; sleep 3600; }
# shellcheck source=/dev/null
. /root/scheduler.sh

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

hostname "$SITE-login1"
ip link set lo up
until_ok 1000 ip link show eth0 || fail "no network link"
ip addr add "$IP/24" dev eth0
if [[ ",$WRINKLES," == *,login2,* ]]; then ip addr add "$IP2/24" dev eth0; fi
ip link set eth0 up; ip route add default via "$GATEWAY"
chmod 755 /home
rm -f /home/.filler*    # left by a fault
homes
start_scheduler
/root/start-sshd || fail "sshd"
start_nodes
say ready
touch /var/.ready
while :; do sleep 3600 & wait $! || true; done
