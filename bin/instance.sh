# The running instance: starting, stopping, asking it.
# shellcheck shell=bash

LIGHT_JVM="-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData"

standalone() {
  # shellcheck disable=SC2086
  "$JAVA_HOME/bin/java" -Xmx256m $LIGHT_JVM -Ddiamond.home="$DIAMOND_HOME" -Ddiamond.checkout="$CHECKOUT" \
    -cp "$CHECKOUT/standalone/target/diamond-standalone.jar:$CHECKOUT/standalone/target/lib/*" \
    org.diamondhpc.standalone.Standalone "$@"
}

# Whether a supervisor seems to run; the exact answer is Standalone's.
instance_running() {
  local pid
  pid=$(sed -n 's/^pid=//p' "$DIAMOND_HOME/run/supervisor.process" 2>/dev/null) || return 1
  [ -n "$pid" ] && kill -0 "$pid" 2>/dev/null
}

cmd_up() {
  local kind='' testbed=yes stale
  while [ $# -gt 0 ]; do
    case $1 in
      --fork) kind=fork ;;
      --no-testbed) testbed=no ;;
      *) misused "usage: diamond up [--fork] [--no-testbed]" ;;
    esac
    shift
  done
  need_jdk
  # shellcheck disable=SC2086
  stale=$(stale_among standalone $SERVICES)
  if [ -n "$stale" ] && instance_running; then
    say "the sources have changed since it was started: stopping it to build anew"
    standalone down
  fi
  # shellcheck disable=SC2086
  build_modules standalone $SERVICES cli
  [ $testbed = no ] || sites_up "$kind"
  standalone up
}

cmd_down() {
  case ${1:-} in '' | --keep-testbed) ;; *) misused "usage: diamond down [--keep-testbed]" ;; esac
  need_jdk
  if [ -f "$CHECKOUT/standalone/target/diamond-standalone.jar" ]; then
    standalone down
  fi
  [ -n "${1:-}" ] || sites_down
}

cmd_status() {
  need_jdk
  [ -f "$CHECKOUT/standalone/target/diamond-standalone.jar" ] || die "nothing is built yet: ./diamond up"
  standalone status "$@"
}

cmd_service_logs() {
  local file=$DIAMOND_HOME/logs/${1:-}.log
  case ${1:-} in '' | */*) misused "usage: diamond service-logs SERVICE [-f]" ;; esac
  [ -f "$file" ] || die "there is no log $file"
  case ${2:-} in
    '') tail -n 200 "$file" ;;
    -f) exec tail -n 50 -F "$file" ;;
    *) misused "usage: diamond service-logs SERVICE [-f]" ;;
  esac
}

# The command line's jar, whichever way it was packed.
cli_jar() {
  local jar
  for jar in "$CHECKOUT"/cli/target/*-jar-with-dependencies.jar "$CHECKOUT"/cli/target/*-all.jar \
    "$CHECKOUT"/cli/target/diamond-cli.jar "$CHECKOUT"/cli/target/diamond-cli-*.jar; do
    if [ -f "$jar" ]; then printf '%s\n' "$jar"; return; fi
  done
  return 1
}

# Address and token of the instance, unless the user names others.
use_instance() {
  local token=$DIAMOND_HOME/tokens/${DIAMOND_TENANT:-demo}.token
  if [ -z "${DIAMOND_URL:-}" ] && [ -r "$DIAMOND_HOME/run/url" ]; then
    DIAMOND_URL=$(cat "$DIAMOND_HOME/run/url")
    export DIAMOND_URL
    if [ -z "${DIAMOND_TOKEN:-}" ] && [ -r "$token" ]; then
      DIAMOND_TOKEN=$(cat "$token")
      export DIAMOND_TOKEN
    fi
  fi
}

# Runs the command line. Its first command after a build leaves the JVM's archive of its classes, with which every
# later one starts in half the time; the archive gets its name only when it is whole.
cmd_cli() {
  local jar archive=$DIAMOND_HOME/cache/cli.jsa made status=0
  need_jdk
  build_modules cli
  jar=$(cli_jar) || die "the command line's jar is missing in cli/target: ./diamond build"
  use_instance
  if [ -f "$archive" ] && [ "$archive" -nt "$jar" ]; then
    # shellcheck disable=SC2086
    exec "$JAVA_HOME/bin/java" -Xmx128m $LIGHT_JVM -XX:SharedArchiveFile="$archive" -Xlog:disable -jar "$jar" "$@"
  fi
  mkdir -p "$DIAMOND_HOME/cache"
  made=$archive.$$
  # shellcheck disable=SC2086
  "$JAVA_HOME/bin/java" -Xmx128m $LIGHT_JVM -XX:ArchiveClassesAtExit="$made" -Xlog:disable -jar "$jar" "$@" || status=$?
  if [ -s "$made" ]; then mv -f "$made" "$archive"; else rm -f "$made"; fi
  return $status
}

# Starts an instance where none runs, and leaves it running.
cmd_demo() {
  case " $* " in
    *" -h "* | *" --help "*) ;;
    *) if [ -z "${DIAMOND_URL:-}" ] && ! instance_running; then cmd_up >&2; fi ;;
  esac
  cmd_cli demo "$@"
}

cmd_bench() {
  need_jdk
  if [ -x "$CHECKOUT/bin/bench" ]; then
    exec "$CHECKOUT/bin/bench" "$@"
  fi
  [ -f "$CHECKOUT/bench/pom.xml" ] || unavailable "this tree has no benchmarks yet (bench/)"
  # shellcheck disable=SC2086
  build_modules standalone $SERVICES cli bench
  exec "$JAVA_HOME/bin/java" -Ddiamond.checkout="$CHECKOUT" \
    -cp "$CHECKOUT/bench/target/diamond-bench.jar:$CHECKOUT/bench/target/lib/*" org.diamondhpc.bench.Bench "$@"
}
