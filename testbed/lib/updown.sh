# up, down, status.
# shellcheck shell=bash

site_pid() { cat "$DIR/init.pid" 2>/dev/null; }
site_up() { recorded_pid "$DIR/pid" >/dev/null; }
site_ready() { site_up && [ -f "$DIR/var/.ready" ]; }   # under the lock, what is not ready was left half-made

cmd_up() {
  need_root up
  require_packages
  unshare --mount --uts --ipc --pid --net --cgroup --fork true 2>/dev/null || unavailable "this machine allows no namespaces"
  lock
  local sites=("$@") site began=$EPOCHREALTIME db=""
  [ $# -gt 0 ] || mapfile -t sites < <(sites_that_can)
  for site in "${sites[@]}"; do   # all first: a typing error must not leave half a testbed
    load_site "$site"
    [ "$ACCT" != dbd ] || db=wanted
  done
  network_up || die "cannot make the bridge $BRIDGE"
  build_common
  if [ -n "$db" ]; then db_prepare; db_start & db=$!; fi
  for site in "${sites[@]}"; do load_site "$site"; site_ready || { clear_site; build_site; start_site; }; done
  if [ -n "$db" ]; then wait "$db" || die "the database did not start"; db_ready; fi
  for site in "${sites[@]}"; do load_site "$site"; await_site; done
  write_access
  log "up in $(seconds_since "$began") s: ${sites[*]}"
}
sites_that_can() { # all but those whose packages are missing
  local site
  for site in $(all_sites); do
    load_site "$site"
    if [ "$FAMILY" = gridengine ] && ! gridengine_there; then log "$site is left out: Grid Engine is missing ('testbed install' fetches it)"; continue; fi
    echo "$site"
  done
}
seconds_since() { local us=$((${EPOCHREALTIME/[.,]/} - ${1/[.,]/})); printf '%d.%d' $((us / 1000000)) $((us % 1000000 / 100000)); }

start_site() {
  local c p
  rm -f "$DIR/var/.ready" "$DIR/var/.failed"
  if [ -f "$DIR/etc/slurm/cgroup.conf" ]; then
    for c in $CGROUP_CONTROLLERS; do
      mkdir -p "/sys/fs/cgroup/$c/$TAG-$SITE"
      if [ "$c" = cpuset ]; then
        for p in cpus mems; do cat "/sys/fs/cgroup/cpuset/cpuset.$p" >"/sys/fs/cgroup/cpuset/$TAG-$SITE/cpuset.$p"; done
      fi
    done
  fi
  # The shell moves itself into the control groups first, so the cgroup namespace begins there.
  # shellcheck disable=SC2016
  spawn "$DIR/pid" "$DIR/init.log" bash -c '
    for c in $2; do if [ -d "/sys/fs/cgroup/$c/$3" ]; then echo $$ >"/sys/fs/cgroup/$c/$3/cgroup.procs"; fi; done
    exec unshare --mount --uts --ipc --pid --net --cgroup --fork --kill-child=SIGKILL --propagation private \
      bash "$1/site-root.sh" "$4"' start "$HERE/lib" "$CGROUP_CONTROLLERS" "$TAG-$SITE" "$DIR"
  wait_until 10 find_init || die "$SITE: no namespaces, see $DIR/init.log"
  link_up "$(site_pid)" || die "$SITE: no network link"
}
# PID 1 of the cluster is the one child of the recorded `unshare`, once it has namespaces of its own.
find_init() {
  local outer inner
  outer=$(recorded_pid "$DIR/pid") || return 1
  read -r inner _ 2>/dev/null <"/proc/$outer/task/$outer/children"   # ends without a newline: never true
  [ -n "$inner" ] && [ "$(readlink "/proc/$inner/ns/net")" != "$(readlink /proc/self/ns/net)" ] || return 1
  echo "$inner" >"$DIR/init.pid"
}
await_site() {
  local ok
  wait_until 60 site_settled; ok=$?
  if [ $ok != 0 ] || [ ! -f "$DIR/var/.ready" ] || ! site_up; then
    log "$SITE did not come up; last lines of $DIR/init.log:"
    tail -5 "$DIR/init.log" >&2
    exit 1
  fi
}
site_settled() { [ -f "$DIR/var/.ready" ] || [ -f "$DIR/var/.failed" ] || ! site_up; }

cmd_down() {
  need_root down
  [ -d "$STATE" ] || return 0
  lock
  local sites=("$@") site
  [ $# -gt 0 ] || mapfile -t sites < <(all_sites)
  for site in "${sites[@]}"; do load_site "$site"; save_state & done
  wait
  for site in "${sites[@]}"; do load_site "$site"; clear_site; done
  for site in $(all_sites); do load_site "$site"; if site_up; then write_access; return 0; fi; done
  globus_if_unserved
  db_stop
  network_down
}
save_state() { # a controller that ends in order keeps its newest jobs; one that cannot has two seconds
  site_up && [ "$FAMILY" = slurm ] || return 0   # Grid Engine spools each change at once
  # shellcheck disable=SC2016
  inside sh -c 'p=$(cat /run/slurm/slurmctld.pid) && kill "$p" && n=0 && while kill -0 "$p" && [ $n -lt 20 ]; do sleep 0.1; n=$((n+1)); done' >/dev/null 2>&1
}
clear_site() { # everything of one cluster, also what a killed `up` left behind
  local pid inner c
  pid=$(recorded_pid "$DIR/pid") && inner=$(cat "/proc/$pid/task/$pid/children" 2>/dev/null)
  end_recorded "$DIR/pid" KILL 5
  # shellcheck disable=SC2086
  for pid in ${inner:-}; do wait_until 10 gone "$pid"; done
  rm -f "$DIR/init.pid" "$DIR/var/.ready"
  link_down
  for c in $CGROUP_CONTROLLERS; do
    [ -d "/sys/fs/cgroup/$c/$TAG-$SITE" ] || continue
    wait_until 5 remove_cgroup "/sys/fs/cgroup/$c/$TAG-$SITE" || log "$SITE: control group $c/$TAG-$SITE stays"
  done
}
remove_cgroup() { find "$1" -depth -type d -exec rmdir {} \; 2>/dev/null; [ ! -d "$1" ]; }

inside() { local p; p=$(site_pid) || return 1; nsenter -t "$p" -m -u -i -n -p -C -r -w -- env -i PATH=/opt/slurm/bin:/usr/sbin:/usr/bin HOME=/root LANG=C.UTF-8 TERM="${TERM:-dumb}" "$@" 9>&-; }

cmd_enter() {
  need_root enter
  [ $# -ge 1 ] || die "usage: testbed enter SITE [command…]" 2
  load_site "$1"; shift
  site_up || die "$SITE is not up"
  [ $# -gt 0 ] || set -- bash
  inside "$@"
}
