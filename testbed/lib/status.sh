# shellcheck shell=bash

cmd_status() {
  local site first=1 state
  [ "${1:-}" != --json ] || printf '{"state":"%s","subnet":"%s","sites":[' "$STATE" "$(subnet).0/24"
  for site in $(all_sites); do
    load_site "$site"
    state=down
    if site_up; then state=starting; [ ! -f "$DIR/var/.ready" ] || state=up; [ ! -f "$DIR/var/.failed" ] || state=failed; fi
    if [ "${1:-}" = --json ]; then
      [ $first = 1 ] || printf ,
      first=0
      printf '{"id":"%s","state":"%s","host":"%s","port":22,"nodes":%d,"users":["%s","%s"],"pid":%s}' \
        "$SITE" "$state" "$IP" "$NODES" "$USER1" "$USER2" "$(site_pid || echo null)"
    else
      printf '%-8s %-8s %-12s %2d nodes of %3d cores, users %s and %s\n' "$SITE" "$state" "$IP" "$NODES" "$CPUS" "$USER1" "$USER2"
    fi
  done
  [ "${1:-}" != --json ] || printf ']}\n'
}
