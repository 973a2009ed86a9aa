# Building what is stale, with progress. A module is stale when a file of it, or of a module it uses, is newer than its
# stamp, or when files came or went. The stamp lies in target/, so that `mvn clean` counts.
# shellcheck shell=bash

# shellcheck disable=SC2034
SERVICES="agent-gateway discovery-svc transfer-svc submit-svc monitor-svc"

modules() { sed -n 's|.*<module>\(.*\)</module>.*|\1|p' "$CHECKOUT/pom.xml"; }

# Where the module of an artifact lies: most are named for it, others lie deeper. Its own name in a pom is not indented
# further than its parent, those of its dependencies are.
module_place() {
  local place
  if [ -f "$CHECKOUT/$1/pom.xml" ]; then printf '%s\n' "$1"; return; fi
  for place in $(modules); do
    if grep -qsx "  <artifactId>diamond-$1</artifactId>" "$CHECKOUT/$place/pom.xml"; then printf '%s\n' "$place"; return; fi
  done
}

# The modules that a module uses, itself included, one a line.
module_closure() {
  local todo=$1 done=' ' next name
  while [ -n "$todo" ]; do
    next=${todo%% *}
    todo=${todo#"$next"}
    todo=${todo# }
    case $done in *" $next "*) continue ;; esac
    done="$done$next "
    printf '%s\n' "$next"
    while IFS= read -r name; do
      name=$(module_place "$name")
      [ -z "$name" ] || todo="$todo $name"
    done < <(sed -n 's|.*<artifactId>diamond-\([a-z0-9-]*\)</artifactId>.*|\1|p' "$CHECKOUT/$next/pom.xml")
    todo=${todo# }
  done
}

module_sources() {
  local used
  for used in $(module_closure "$1"); do
    printf '%s\n' "$CHECKOUT/$used/pom.xml"
    [ ! -d "$CHECKOUT/$used/src" ] || printf '%s\n' "$CHECKOUT/$used/src"
  done
  printf '%s\n' "$CHECKOUT/pom.xml"
  [ "$1" != schemas ] || printf '%s\n' "$CHECKOUT/schemas"
}

# Names of all source files, digested: tells when one came or went.
module_files() {
  # shellcheck disable=SC2046
  find $(module_sources "$1") -type f ! -path '*/target/*' 2>/dev/null | sort | cksum
}

module_stale() {
  local stamp=$CHECKOUT/$1/target/diamond-built
  [ -f "$stamp" ] || return 0
  [ "$(cat "$stamp")" = "$(module_files "$1")" ] || return 0
  # shellcheck disable=SC2046
  [ -n "$(find $(module_sources "$1") -type f ! -path '*/target/*' -newer "$stamp" 2>/dev/null | head -n 1)" ]
}

stale_among() {
  local module
  for module in "$@"; do
    if module_stale "$module"; then printf '%s\n' "$module"; fi
  done
}

need_maven() {
  command -v mvn >/dev/null || unavailable "Maven is needed to build: apt-get install maven, dnf install maven or brew install maven"
}

# Shows Maven's walk through the modules as it happens.
build_progress() {
  local line begin=$SECONDS
  while IFS= read -r line; do
    case $line in
      *"Building Diamond Agent"*"["*/*"]"*)
        line=${line##*Building }
        say "  $(printf '%-8s %-36s %4d s' "[${line##*[}" "${line%% 0.*}" $((SECONDS - begin)))" ;;
    esac
  done
}

# Builds the stale ones of these modules with what they use.
build_modules() {
  local stale module log started=$SECONDS mark
  stale=$(stale_among "$@")
  [ -n "$stale" ] || return 0
  need_maven
  mkdir -p "$DIAMOND_HOME/logs"
  log=$DIAMOND_HOME/logs/build.log
  mark=$(mktemp)
  # shellcheck disable=SC2086
  say "building" $stale
  # shellcheck disable=SC2086
  if ! (cd "$CHECKOUT" && mvn -B -ntp -DskipTests -pl "$(echo $stale | tr ' ' ,)" -am package </dev/null 2>&1) \
    | tee "$log" | build_progress; then
    tail -n 30 "$log" >&2
    rm -f "$mark"
    die "the build failed; all of its output is in $log"
  fi
  for module in $stale; do
    module_files "$module" >"$CHECKOUT/$module/target/diamond-built"
    touch -r "$mark" "$CHECKOUT/$module/target/diamond-built"
  done
  rm -f "$mark"
  say "built in $((SECONDS - started)) s"
}

# A running instance reads its program from target/; it must not be rebuilt under it.
refuse_while_running() {
  if instance_running; then
    misused "an instance runs from this build: ./diamond down first"
  fi
}

cmd_build() {
  local all
  [ $# -eq 0 ] || misused "usage: diamond build"
  need_jdk
  all=$(modules)
  # shellcheck disable=SC2086
  if [ -z "$(stale_among $all)" ]; then
    say "everything is built"
    return
  fi
  refuse_while_running
  # shellcheck disable=SC2086
  build_modules $all
}
