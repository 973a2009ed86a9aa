# The Globus simulator: collections over the file systems of the clusters that are up, and of the fork sites.
# shellcheck shell=bash

GLOBUS=$STATE/globus
GLOBUS_UP="alpha beta gamma"        # delta has no collection: data reaches it in other ways

globus_running() { recorded_pid "$GLOBUS/pid" >/dev/null; }

cmd_globus() {
  local what=${1:-}
  [ $# -eq 0 ] || shift
  case $what in
    up) globus_up ;;
    down) globus_down ;;
    status) globus_needed; globus_program status "$GLOBUS" ;;
    fault)
      case ${1:-list} in list) ;; *) globus_needed ;; esac
      globus_program fault "$GLOBUS" "$@" ;;
    copy) globus_needed; globus_program copy "$GLOBUS" "$@" ;;
    env) globus_needed; globus_program env "$GLOBUS" ;;
    *) die "usage: testbed globus up | down | status | fault list | fault NAME … | copy SITE:PATH SITE:PATH | env" 2 ;;
  esac
}
globus_needed() { globus_running || die "the Globus simulator is not up (testbed globus up)"; }

# Builds it if it is stale, and finds a JDK; both are said in the project's own words.
globus_build() {
  ( # shellcheck disable=SC2030
    set -eu
    export CHECKOUT DIAMOND_HOME
    # shellcheck source=/dev/null
    for part in say jdk build; do . "$CHECKOUT/bin/$part.sh"; done
    need_jdk
    build_modules testbed/globus >&2
    printf '%s\n' "$JAVA_HOME" )
}
globus_java() { # globus_java DIRECTORY-OF-JDK ARGUMENTS…: the command, one word a line
  local home=$1; shift
  printf '%s\n' "$home/bin/java" -Xmx128m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData
  [ ! -f "$home/release" ] || ! grep -q '^JAVA_VERSION="2[2-9]\|^JAVA_VERSION="[3-9]' "$home/release" \
    || printf '%s\n' --enable-native-access=ALL-UNNAMED
  printf '%s\n' -cp "$HERE/globus/target/diamond-globus-simulator.jar:$HERE/globus/target/lib/*" \
    org.diamondhpc.globus.simulator.program.GlobusProgram "$@"
}
globus_program() {
  local home command
  home=$(globus_build) || exit
  mapfile -t command < <(globus_java "$home" "$@")
  "${command[@]}"
}

globus_up() {
  local home command
  home=$(globus_build) || exit
  lock
  mkdir -p "$GLOBUS"; chmod 700 "$GLOBUS"
  if globus_running; then
    if globus_same; then log "the Globus simulator is up already"; return 0; fi
    globus_stop
  fi
  globus_collections >"$GLOBUS/collections.json"
  grep -q '"id"' "$GLOBUS/collections.json" || die "no site that could have a collection is up (testbed up, testbed fork-up)"
  # Without supplementary groups: the threads that work as a site's user must not have root's.
  mapfile -t command < <(globus_java "$home" serve "$GLOBUS")
  [ "$(id -u)" != 0 ] || command=(setpriv --clear-groups "${command[@]}")
  rm -f "$GLOBUS/log" "$GLOBUS/pid"
  spawn "$GLOBUS/pid" "$GLOBUS/log" "${command[@]}"
  wait_until 60 globus_answered
  grep -qs '^ready at' "$GLOBUS/log" || { tail -5 "$GLOBUS/log" >&2; die "the Globus simulator does not start, see $GLOBUS/log"; }
  log "Globus simulator $(sed -n 's/^ready //p' "$GLOBUS/log"), credentials in $GLOBUS/credentials.json"
}
globus_answered() { grep -qs '^ready at' "$GLOBUS/log" || { [ -s "$GLOBUS/pid" ] && ! globus_running; }; }
globus_same() { [ "$(globus_collections)" = "$(cat "$GLOBUS/collections.json" 2>/dev/null)" ]; }

globus_down() {
  [ -d "$GLOBUS" ] || return 0
  lock
  globus_stop
}
globus_stop() { end_recorded "$GLOBUS/pid" TERM 10; }

# It ends with the last site it serves. The caller holds the lock.
globus_if_unserved() {
  local site
  [ -d "$GLOBUS" ] || return 0
  for site in $(all_sites); do load_site "$site"; if site_up; then return 0; fi; done
  for site in $FORK_SITES; do if fork_running "$site"; then return 0; fi; done
  globus_stop
}

# ---- its collections ----
globus_id() { # the same for ever, as profiles name it
  local file=$GLOBUS/$1.id
  [ -s "$file" ] || cat /proc/sys/kernel/random/uuid >"$file"
  cat "$file"
}
globus_collections() {
  local site comma=''
  printf '['
  for site in $GLOBUS_UP; do
    load_site "$site"
    site_up || continue
    printf '%s\n{"id": "%s", "name": "%s", "entityType": "%s", "pidFile": "%s", "root": "%s", "users": [%s]}' "$comma" \
      "$(globus_id "$site")" "$site" "$(globus_type "$site")" "$DIR/init.pid" "$(globus_root "$site")" "$(globus_users "$site")"
    comma=,
  done
  for site in $FORK_SITES; do
    fork_running "$site" || continue
    printf '%s\n{"id": "%s", "name": "%s", "entityType": "GCSv5_mapped_collection", "root": "%s", "users": []}' "$comma" \
      "$(globus_id "$site")" "$site" "$FORK/$site"
    comma=,
  done
  printf ']\n'
}
globus_type() { case $1 in gamma) echo GCSv5_guest_collection ;; *) echo GCSv5_mapped_collection ;; esac; }
# A guest collection shows what its owner shares: the first user's home.
globus_root() { case $1 in gamma) echo "/home/$USER1" ;; fork*) echo "$FORK/$1" ;; *) echo / ;; esac; }
globus_user() { printf '{"name": "%s", "uid": %d, "gid": %d, "home": "/home/%s"}' "$1" "$2" "$2" "$1"; }
# The client of the tenant demo is the first of them unless it names another, the client of other is the second.
globus_users() {
  globus_user "$USER1" "$UID1"
  case $1 in gamma) ;; *) printf ', '; globus_user "$USER2" "$UID2" ;; esac
}

# The part of a site's profile, while the simulator runs and shows the site. The site must be the one loaded.
globus_profile() { # globus_profile SITE MAPPED ROOT
  globus_running && grep -q "\"name\": \"$1\"" "$GLOBUS/collections.json" || return 0
  echo "collections: [{id: $(globus_id "$1"), root: \"$3\", mapped: $2}]"
}
