# Two testbeds side by side, sites without a scheduler, and an end without leftovers.
# shellcheck shell=bash

second_testbed() {
  DIAMOND_HOME=$DIAMOND_HOME/second "$T" up gamma && DIAMOND_HOME=$DIAMOND_HOME/second "$T" ssh gamma true && "$T" ssh gamma true
  local rc=$?
  DIAMOND_HOME=$DIAMOND_HOME/second "$T" down
  return $rc
}
check "a second testbed beside this one" second_testbed
check "its end does not touch this one" job_runs gamma
check "one site down" "$T" down gamma
check "the others stay" job_runs alpha
check "and up again" "$T" up gamma
check "it works" job_runs gamma

check "sites without a scheduler" "$T" fork-up
check "forka has a home of its own" bash -c "'$T' profiles '$DIAMOND_HOME/pf' forka forkb && ssh -i '$STATE/keys/demo' -o BatchMode=yes -o IdentitiesOnly=yes \
  -o UserKnownHostsFile='$DIAMOND_HOME/pf/known_hosts' -p \$(cat '$STATE/fork/forka/port') \$(id -un)@127.0.0.1 'echo \$HOME' | grep -qx '$STATE/fork/forka/home'"
echo data >"$STATE/fork/forka/home/data"
check "Globus begins with them" "$T" globus up
check "and moves data between them" "$T" globus copy forka:/home/data forkb:/home/data
check "to the byte" cmp "$STATE/fork/forka/home/data" "$STATE/fork/forkb/home/data"
check "and they end" "$T" fork-down

note_namespaces
check "down" "$T" down
check "down leaves nothing, no Globus either" nothing_left
check "down of what is down" "$T" down
for delay in 0.1 0.4 0.8 1.5; do
  "$T" up >/dev/null 2>&1 & up=$!
  sleep $delay; kill -9 $up; wait $up 2>/dev/null
  note_namespaces 2>/dev/null
  check "down after an up killed at $delay s" "$T" down
  check "leaves nothing ($delay s)" nothing_left
done
"$T" up >/dev/null 2>&1 & up=$!
sleep 0.3; kill -9 $up; wait $up 2>/dev/null
began=$EPOCHREALTIME
check "up after an up killed, without a down between" "$T" up
warm=$(((${EPOCHREALTIME/[.,]/} - ${began/[.,]/}) / 100000))
echo "warm start in $((warm / 10)).$((warm % 10)) s"
note_namespaces
check "works" job_runs alpha
