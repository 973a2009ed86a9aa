# Faults of daemons: frozen, slow, killed.
# shellcheck shell=bash

CTLD=slurm/slurmctld.pid DBD=slurm/slurmdbd.pid MUNGED=munge/munged.pid SSHD=sshd.pid

signal_daemon() { # signal_daemon PIDFILE SIGNAL
  inside sh -c 'p=$(cat "/run/$1") && kill "-$2" "$p"' _ "$1" "$2" 2>/dev/null
}
alive() {
  inside sh -c 'p=$(cat "/run/$1") && [ -d "/proc/$p" ] && ! grep -q "^State:.Z" "/proc/$p/status"' _ "$1" 2>/dev/null
}
dead() { ! alive "$1"; }
kill_daemon() { signal_daemon "$1" KILL; wait_until 5 dead "$1"; }

freeze() { # freeze NAME PIDFILE SECONDS
  number "$3"
  signal_daemon "$2" STOP || return 1
  later "$3" "kill -CONT \$(cat /run/$2)"
  did "$1 frozen for $3 s"
}
fault_ctld_stop() { freeze slurmctld $CTLD "${1:-30}"; }
fault_sshd_stop() { freeze sshd $SSHD "${1:-30}"; }
fault_ctld_slow() { # ten minutes at most, then at full speed by itself
  alive $CTLD || return 1
  later 0 "p=\$(cat /run/$CTLD); n=0; while [ \$n -lt 600 ]; do kill -STOP \$p || break; sleep 0.9; kill -CONT \$p; sleep 0.1; n=\$((n+1)); done"
  did "slurmctld runs one tenth of the time"
}

fault_ctld_kill() { kill_daemon $CTLD && did "slurmctld killed"; }
fault_ctld_start() {
  alive $CTLD || inside slurmctld || return 1
  wait_until 15 inside sinfo >/dev/null 2>&1 && did "slurmctld runs"
}
fault_dbd_kill() { needs_dbd; kill_daemon $DBD && did "slurmdbd killed"; }
fault_dbd_start() {
  needs_dbd
  alive $DBD || inside slurmdbd || return 1
  wait_until 15 inside sacctmgr -n show cluster >/dev/null 2>&1 && did "slurmdbd runs"
}
needs_dbd() { [ "$ACCT" = dbd ] || die "$SITE has no accounting" 2; }
fault_munge_kill() { kill_daemon $MUNGED && did "munged killed"; }
fault_munge_start() {
  alive $MUNGED || inside sh -c 'rm -f /run/munge/munge.socket.2*; setpriv --reuid munge --regid munge --init-groups munged --force' 2>/dev/null
  wait_until 5 inside sh -c 'munge -n | unmunge' >/dev/null 2>&1 && did "munged runs"
}

# Only the listener stands in sshd.pid; its sessions are processes of their own.
fault_sshd_kill() { kill_daemon $SSHD && did "sshd killed, live sessions go on"; }
fault_sshd_start() { inside /root/start-sshd && did "sshd runs"; }
fault_cut_sessions() {
  local n
  n=$(inside sh -c 'n=0; listeners=" $(cat /run/sshd*.pid | tr "\n" " ") "
    for p in $(pgrep -x sshd); do
      case $listeners in *" $p "*) continue ;; esac
      kill -9 "$p" 2>/dev/null && n=$((n+1))
    done; echo $n')
  did "$n processes of ssh sessions killed"
}

daemons_heal() { # munged first: without it no other daemon of Slurm answers
  local f
  if [ "$FAMILY" != slurm ]; then
    signal_daemon $SSHD CONT
    fault_sshd_start >/dev/null
    return
  fi
  for f in $CTLD $DBD $SSHD; do signal_daemon $f CONT; done
  fault_munge_start >/dev/null || return 1
  if [ "$ACCT" = dbd ]; then fault_dbd_start >/dev/null || return 1; fi
  fault_ctld_start >/dev/null || return 1
  fault_sshd_start >/dev/null
}
