#!/bin/bash
# Self-test: brings a testbed of its own up, breaks it in every way it offers, and looks for leftovers.
# TESTBED_PARTS names some of its parts, e.g. globus, where not all are wanted.
# Exit codes: 0 all good, 1 something failed, 3 this machine cannot run it (no root, no packages).
set -u
HERE=$(cd "$(dirname "$(readlink -f "$0")")" && pwd)
T=$HERE/testbed
DIAMOND_HOME=$(mktemp -d /var/tmp/testbed-test.XXXXXX)
export DIAMOND_HOME
STATE=$DIAMOND_HOME/testbed
FAILED=0 PASSED=0

check() { # check WHAT command…
  local what=$1 out; shift
  if out=$("$@" 2>&1); then PASSED=$((PASSED + 1)); else
    FAILED=$((FAILED + 1)); printf 'FAILED  %s\n        %s\n' "$what" "$(tail -3 <<<"$out")"
  fi
}
not() { ! "$@"; }
# Runs a script at a site, whatever the login shell, its environment and PATH are.
on() {
  local site=$1; shift
  timeout 100 "$T" ssh "$site" "exec env - HOME=\$HOME PATH=/opt/slurm/bin:/usr/bin:/bin sh -s" <<<"$*" | sed '/^\*\*\* Welcome\|^Quota/d'
  return "${PIPESTATUS[0]}"
}
says() { [[ $(on "$1" "$2" 2>&1) == *"$3"* ]]; }   # says SITE SCRIPT TEXT
quick() { timeout "$1" "$T" ssh "$2" true; }        # a login within so many seconds
job_runs() {
  says "$1" 'j=$(sbatch --parsable -t5 -o out.%j --wrap "hostname; echo done") && for i in $(seq 150); do
    case $(scontrol show job -o $j) in *JobState=COMPLETED*) break ;; esac; sleep 0.1; done; cat out.$j; rm out.$j' "done"
}
fault() { "$T" fault "$@" >/dev/null; }
leftovers() { # names of links, mounts, loop devices, control groups and processes of this testbed
  ip -o link | grep -o "${TAG}[^:@]*"
  grep -h "$STATE" /proc/self/mounts
  losetup -a | grep "$STATE"
  ls -d /sys/fs/cgroup/*/"$TAG"-* 2>/dev/null
  local p
  for p in /proc/[0-9]*; do
    grep -qs "^State:.Z" "$p/status" && continue
    # Numbers of namespaces are used again, also by other testbeds on this machine: the mounts tell whose it is.
    if tr '\0' ' ' 2>/dev/null <"$p/cmdline" | grep -q "$STATE" \
      || { grep -qxsF "$(readlink "$p/ns/pid" 2>/dev/null)" "$DIAMOND_HOME/pidns" && grep -qsF "${DIAMOND_HOME##*/}/" "$p/mountinfo"; }; then
      echo "process ${p#/proc/} $(tr '\0' ' ' <"$p/cmdline")"
    fi
  done
}
note_namespaces() {
  local f
  for f in "$STATE"/sites/*/init.pid; do readlink "/proc/$(cat "$f")/ns/pid"; done >>"$DIAMOND_HOME/pidns"
}
nothing_left() { local l; l=$(leftovers); [ -z "$l" ] || { echo "$l"; return 1; }; }
finish() { "$T" fork-down; "$T" down; rm -rf "$DIAMOND_HOME"; }

"$T" install || exit
[ "$(id -u)" = 0 ] || { echo "needs root" >&2; exit 3; }
TAG=$(CHECKOUT=- bash -c '. "$1/lib/common.sh"; echo "$TAG"' tag "$HERE")
touch "$DIAMOND_HOME/pidns"
trap finish EXIT

began=$EPOCHREALTIME
"$T" up || exit 1
cold=$(((${EPOCHREALTIME/[.,]/} - ${began/[.,]/}) / 100000))
note_namespaces
echo "cold start in $((cold / 10)).$((cold % 10)) s"
check "cold start within ${TESTBED_COLD_LIMIT:=40} s" test $cold -le "${TESTBED_COLD_LIMIT}0"
check "a second up changes nothing" "$T" up

for part in ${TESTBED_PARTS:-sites globus faults lifecycle}; do
  # shellcheck source=/dev/null
  . "$HERE/test/$part.sh"
done
echo "$PASSED passed, $FAILED failed"
[ $FAILED = 0 ]
