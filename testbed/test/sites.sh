# What each cluster is, and that they share nothing.
# shellcheck shell=bash

subnet=$(cat "$STATE/subnet")
sites="alpha beta gamma delta"
declare -A user=([alpha]=alice [beta]=asmith [gamma]=al [delta]=u1234)
declare -A second=([alpha]=bob [beta]=bjones [gamma]=bo [delta]=u5678)
for site in $sites; do
  check "$site: logs in as ${user[$site]}" says "$site" 'id -un' "${user[$site]}"
  check "$site: logs in as ${second[$site]}" says "$site:${second[$site]}" 'id -un' "${second[$site]}"
  check "$site: runs a job" job_runs "$site"
  check "$site: runs a job of the second tenant" job_runs "$site:${second[$site]}"
  check "$site: Slurm knows its name" says "$site" 'scontrol show config' "ClusterName             = $site"
  check "$site: python3 for jobs" says "$site" 'python3 -V' "Python 3"
  check "$site: does not see the host's paths" says "$site" "ls -d $HERE /usr/local/bin/* 2>/dev/null | wc -l" 0
  check "$site: /scratch ends at 64 MB" not on "$site" 'dd if=/dev/zero of=/scratch/x bs=1M count=80; rc=$?; rm /scratch/x; exit $rc'
  on "$site" "sleep 300 & echo x >/tmp/mark-$site" >/dev/null 2>&1 &
  sleep 0.3
  for other in $sites; do
    [ "$other" != "$site" ] || continue
    check "$other: knows no ${user[$site]}" not on "$other" "getent passwd ${user[$site]}"
    check "$other: does not see a file of $site" not on "$other" "test -e /tmp/mark-$site"
    check "$other: does not see a process of $site" says "$other" "ps ax -o user:20 | grep -cx ${user[$site]}" 0
  done
done
check "alpha: accounting" says alpha 'sacct -nX -o state' COMPLETED
check "alpha: express is limited" says alpha 'sbatch --qos=express -t 60 --wrap true; sleep 1; squeue -h -o %r; scancel -u alice' QOSMaxWall
check "beta: prints a banner in every session" bash -c "'$T' ssh beta true | grep -q Welcome"
check "beta: GPUs" says beta 'sinfo -h -o %G -p gpu' gpu:a100:4
check "beta: a fifth job of qos few is refused" says beta 'for i in 1 2 3 4 5; do sbatch -H --qos=few --wrap true; done 2>&1; scancel -u asmith' QOSMaxSubmitJobPerUserLimit
check "gamma: no accounting" says gamma sacct "accounting storage is disabled"
check "gamma: Slurm is outside the PATH" not "$T" ssh gamma sinfo
check "delta: refuses what can never run" says delta 'sbatch -t 99-0 --wrap true' "time limit is invalid"
check "delta: tcsh" bash -c "'$T' ssh delta 'echo \$shell' | grep -q tcsh"
check "delta: a noisy environment" bash -c "'$T' ssh delta:u5678 'echo \$SQUEUE_FORMAT' | grep -q '%.7i'"
check "delta through alpha" "$T" ssh delta-via-alpha true
check "alpha: a second login node" bash -c "ssh -F '$STATE/ssh_config' -o HostName=$subnet.21 alpha 'hostname; squeue' | grep -q alpha-login2"
check "clusters live in different time zones" test "$("$T" ssh alpha date +%Z)" != "$("$T" ssh delta date +%Z)"

sge_runs() { # sge_runs SITE: a job over four slots, seen to its record
  says "$1" 'cd && printf "hostname; echo slots=\$NSLOTS\n" >e.sh && j=$(qsub -terse -S /bin/sh -pe smp 4 -l h_rt=60 -cwd -o e.out -e e.err e.sh) &&
    for i in $(seq 300); do grep -q slots e.out 2>/dev/null && break; sleep 0.1; done; cat e.out; rm -f e.out e.err e.sh' "slots=4"
}
check "epsilon: Grid Engine runs a job" sge_runs epsilon
check "epsilon: and one of the second tenant" sge_runs epsilon:ben
check "epsilon: four hosts with an address each" says epsilon 'qhost | grep -c "^s00.*lx-"' 4
check "epsilon: hosts with GPUs" says epsilon 'qconf -se s003' gpu=2
check "epsilon: refuses an unknown queue" not on epsilon 'echo true | qsub -q nosuch.q'
check "epsilon: knows no Slurm accounts of others" not on epsilon "getent passwd alice"
check "epsilon: faults of Slurm's are refused" not "$T" fault ctld-kill epsilon

cert=$("$T" cert gamma 60)
login() { ssh -o BatchMode=yes -o IdentitiesOnly=yes -o UserKnownHostsFile="$STATE/known_hosts" "$@"; }
check "gamma: a certificate opens" login -i "${cert%-cert.pub}" "al@$subnet.13" true
rm -f "$cert"
check "gamma: its key alone does not" not login -i "${cert%-cert.pub}" "al@$subnet.13" true
code() { # code CODE: one login on alpha's one-time-password port
  printf '#!/bin/sh\necho %s\n' "$1" >"$DIAMOND_HOME/askpass"; chmod 700 "$DIAMOND_HOME/askpass"
  SSH_ASKPASS=$DIAMOND_HOME/askpass SSH_ASKPASS_REQUIRE=force timeout 20 ssh -p 2222 -o NumberOfPasswordPrompts=1 \
    -o PubkeyAuthentication=no -o UserKnownHostsFile="$STATE/known_hosts" "alice@$subnet.11" sinfo </dev/null
}
otp=$("$T" otp alpha)
check "alpha: a one-time password opens" code "$otp"
check "alpha: only once" not code "$otp"
"$T" otp alpha >/dev/null
check "alpha: a wrong one does not" not code 000000x

check "profiles are written" "$T" profiles "$DIAMOND_HOME/p"
check "profiles are YAML with all keys" bash -c "for k in id transport scheduler storage accounts software labels limits; do
  [ \$(grep -l \"^\$k:\" '$DIAMOND_HOME'/p/*.yaml | wc -l) = 5 ] || { echo \$k; exit 1; }; done"
check "the variants too" "$T" profiles "$DIAMOND_HOME/p2" delta-via-alpha gamma-cert alpha-otp alpha-logins
check "status" bash -c "'$T' status --json | /usr/bin/python3 -c 'import json,sys; assert all(s[\"state\"]==\"up\" for s in json.load(sys.stdin)[\"sites\"])'"
