# Faults on demand. `fault heal` undoes all of them, whatever was done, in whatever order.
# shellcheck shell=bash
for part in faults-daemons faults-network faults-disk faults-nodes; do
  # shellcheck source=/dev/null
  . "$HERE/lib/$part.sh"
done

fault_table() {
  cat <<'E'
ctld-stop [SECONDS]      freeze slurmctld (requests queue up and run after the thaw)
ctld-slow                slurmctld runs one tenth of the time           undo: heal
ctld-kill                kill -9 slurmctld                              undo: ctld-start
dbd-kill                 kill -9 slurmdbd                               undo: dbd-start
munge-kill               kill -9 munged                                 undo: munge-start
sshd-kill                kill the listening sshd, sessions live on      undo: sshd-start
sshd-stop [SECONDS]      freeze the listening sshd: connects, no banner
cut-sessions             kill all live ssh sessions
net-cut [SECONDS]        drop every packet, live sessions too           undo: net-restore
net-reject               refuse connections to sshd, reset live ones    undo: net-restore
net-loss [PERCENT]       lose packets at random (default 20)            undo: net-restore
jump-only                ssh reachable from alpha only                  undo: net-restore
hostkey-change           a new host key                                 undo: hostkey-restore
key-revoke               no key of any user is accepted                 undo: key-restore
disk-full                fill the users' file system (/home)            undo: disk-free
scratch-full             fill /scratch                                  undo: disk-free
node-kill NODE           kill -9 slurmd and all processes of its jobs   undo: node-start NODE
node-drain NODE          drain a node                                   undo: node-resume NODE
partition-down PART      partition DOWN (jobs pend)                     undo: partition-up PART
partition-drain PART     partition DRAIN (submissions refused)          undo: partition-up PART
maint-on [MINUTES]       a maintenance reservation on all nodes         undo: maint-off
crash                    power cut: the whole cluster at once           undo: power-on
heal                     undo everything
E
}

cmd_fault() {
  local name=${1:-list} fault
  [ "$name" != list ] || { fault_table; return; }
  need_root fault
  [ $# -ge 2 ] || die "usage: testbed fault NAME SITE [ARGS]; see 'testbed fault list'" 2
  load_site "$2"; shift 2
  fault=fault_${name//-/_}
  [[ $name =~ ^[a-z-]+$ && $name != table ]] && declare -F "$fault" >/dev/null || die "no fault '$name'; see 'testbed fault list'" 2
  if [ "$FAMILY" != slurm ]; then
    case $name in
      ctld-* | dbd-* | munge-* | node-* | partition-* | maint-*) die "$name is a fault of Slurm's; $SITE is $FAMILY" 2 ;;
    esac
  fi
  [ "$name" = heal ] || [ "$name" = power-on ] || site_up || die "$SITE is not up"
  "$fault" "$@" || die "$SITE: $name failed"
}
did() { echo "$SITE: $*"; }
number() { [[ $1 =~ ^[0-9]+$ ]] || die "'$1' is not a number" 2; }

fault_heal() {
  site_up || { fault_power_on; return; }
  local f
  for f in timers_stop daemons_heal net_heal access_heal disk_heal nodes_heal; do
    "$f" || { log "$SITE: $f failed"; return 1; }
  done
  did "healed"
}

# A timed undo lives in the cluster's own pid namespace: it ends with the cluster.
later() { # later SECONDS 'shell command'
  inside setsid -f sh -c 'echo $$ >"/run/timer.$$"; sleep "$1"; eval "$2"; rm -f "/run/timer.$$"' later "$1" "$2" >/dev/null 2>&1 </dev/null
}
timers_stop() { # a sleeping timer is a shell and its child: one session
  inside sh -c 'for f in /run/timer.*; do [ -f "$f" ] || continue; pkill -KILL -s "${f##*.}"; rm -f "$f"; done; true'
}

fault_crash() {
  lock
  clear_site
  did "crashed (heal or power-on brings it back)"
}
fault_power_on() { "$HERE/testbed" up "$SITE" && did "on again"; }
