# The tests: units, contracts and services by Maven; then the end-to-end tests on real clusters where there can be some.
# shellcheck shell=bash

cmd_test() {
  local kind=all
  case ${1:-} in unit | it | e2e) kind=$1; shift ;; esac
  need_jdk
  need_maven
  refuse_while_running
  mkdir -p "$DIAMOND_HOME/logs"
  find "$CHECKOUT" -path '*/target/*-reports/*' -type f -delete
  local failed=0 untold=''
  case $kind in
    unit) verify_modules "$@" || failed=1 ;;
    it) verify_modules -DskipITs=false "$@" || failed=1 ;;
    e2e) verify_e2e "$@" || failed=1 ;;
    all)
      verify_modules -DskipITs=false "$@" || failed=1
      verify_e2e "$@" || failed=1 ;;
  esac
  [ -z "$untold" ] || say "did not run: $untold"
  tests_summed || failed=1
  return $failed
}

# Everything but the end-to-end module.
verify_modules() {
  local but=''
  [ ! -f "$CHECKOUT/e2e/pom.xml" ] || but='-pl=!e2e'
  verify_by_maven test.log ${but:+"$but"} "$@"
}

# The tests bring sites and an instance of their own; which of them cannot run on this machine they say themselves.
verify_e2e() {
  if [ ! -f "$CHECKOUT/e2e/pom.xml" ]; then
    untold="the end-to-end tests, which this tree does not have"
    return 0
  elif ! slurm_possible; then
    untold="the end-to-end tests on Slurm, which need root on Debian or Ubuntu"
  elif ! "$TESTBED" install >&2; then
    untold="the end-to-end tests: the Slurm testbed could not be installed"
    return 1
  fi
  verify_by_maven e2e.log -pl e2e -am -DskipITs=false \
    '-Dtest=org.diamondhpc.e2e.**' '-Dit.test=org.diamondhpc.e2e.**' \
    -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false "$@"
}

# Modules that do not need each other run two at a time: their tests wait more than they compute.
# Shows the modules, Surefire's summary lines and the failures; everything is in the log.
verify_by_maven() {
  local log=$DIAMOND_HOME/logs/$1 status=0
  shift
  (cd "$CHECKOUT" && mvn -B -ntp -T2 -fae "$@" verify </dev/null 2>&1) | tee "$log" \
    | { grep -a --line-buffered -E 'Building Diamond Agent|Tests run:|did not run|diamond.seed|<<< (FAILURE|ERROR)|^\[ERROR\]|BUILD |COMPILATION' || true; } \
    || status=1
  [ $status = 0 ] || say "tests failed; all of the output is in $log"
  return $status
}

# The plain closing line, summed over all reports; fails when a test failed or none ran.
tests_summed() {
  # shellcheck disable=SC2185
  find "$CHECKOUT" -path '*/target/*-reports/*.txt' -type f -exec cat {} + | awk -F'[:,]' '
    /^Tests run:/ { run += $2; failed += $4 + $6; skipped += $8 }
    END {
      printf "%d passed, %d failed, %d skipped\n", run - failed - skipped, failed, skipped
      exit (failed > 0 || run == 0)
    }'
}
