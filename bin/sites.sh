# The sites to practise on: real Slurm clusters where that is possible, else two sites without a scheduler.
# shellcheck shell=bash

TESTBED=$CHECKOUT/testbed/testbed
SITES_NOTE=$DIAMOND_HOME/testbed.kind
SITES_WRITTEN=$DIAMOND_HOME/testbed.profiles
SITES_CONFIG=$DIAMOND_HOME/config.practice

slurm_possible() {
  [ "$(id -u)" = 0 ] && [ "$(uname -s)" = Linux ] && { command -v slurmctld || command -v apt-get; } >/dev/null 2>&1
}

# Starts them, writes their profiles, and says which they are. $1: fork, or empty for the best that is possible.
sites_up() {
  local kind=${1:-}
  [ -x "$TESTBED" ] || { say "there is no testbed in this tree: starting without practice sites"; return 0; }
  if [ -z "$kind" ]; then
    kind=fork
    if ! slurm_possible; then
      say "not root on Debian or Ubuntu, so no Slurm: two sites without a scheduler over SSH on loopback instead"
    elif say "as root on Debian or Ubuntu: installing what the Slurm testbed lacks (Slurm, munge, MariaDB, OpenSSH)" \
      && "$TESTBED" install >&2; then
      kind=slurm
    else
      say "the Slurm testbed cannot be installed here: two sites without a scheduler over SSH on loopback instead"
    fi
  fi
  [ "$(sites_kind)" = "$kind" ] || sites_down
  mkdir -p "$DIAMOND_HOME/sites"
  echo "$kind" >"$SITES_NOTE"
  case $kind in
    slurm) "$TESTBED" up >&2 && globus_practice ;;
    fork) "$TESTBED" fork-up >&2 ;;
  esac || die "the practice sites did not start; --fork tries simpler ones, --no-testbed goes without"
  "$TESTBED" profiles "$DIAMOND_HOME/sites" >&2
  find "$DIAMOND_HOME/sites" -name '*.yaml' -newer "$SITES_NOTE" >"$SITES_WRITTEN"
}

# Globus between the practice sites, where the operator has no identity at the real one: its tokens go nowhere else.
globus_practice() {
  rm -f "$SITES_CONFIG"
  if grep -q '^[[:space:]]*globus\.' "$DIAMOND_HOME/config" 2>/dev/null; then return 0; fi
  "$TESTBED" globus up >&2 || { say "Globus is not simulated: data goes by the relay"; return 0; }
  (umask 077 && sed -n 's/^diamond\.\(globus\..*\)/\1/p' "$DIAMOND_HOME/testbed/globus/diamond.properties" \
    >"$SITES_CONFIG")
}

sites_kind() { cat "$SITES_NOTE" 2>/dev/null || true; }

# Their profiles go too: nobody should plan for sites that are not there.
sites_down() {
  local profile
  case $(sites_kind) in
    slurm) "$TESTBED" down >&2 ;;
    fork) "$TESTBED" fork-down >&2 ;;
  esac
  if [ -f "$SITES_WRITTEN" ]; then
    while IFS= read -r profile; do rm -f "$profile"; done <"$SITES_WRITTEN"
  fi
  rm -f "$SITES_NOTE" "$SITES_WRITTEN" "$SITES_CONFIG"
}
