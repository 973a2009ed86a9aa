# Globus: bytes move between clusters as their own users; credentials are nobody else's; faults; nothing stays.
# shellcheck shell=bash

collections() { "$T" profiles "$DIAMOND_HOME/profiles" && grep -h '^collections:' "$DIAMOND_HOME"/profiles/{alpha,beta,gamma}.yaml; }

check "globus: starts" "$T" globus up
check "globus: a second up changes nothing" "$T" globus up
check "globus: profiles name collections where there are some" test "$(collections 2>/dev/null | wc -l)" = 3
check "globus: delta has none" not grep -q '^collections:' "$DIAMOND_HOME/profiles/delta.yaml"
check "globus: credentials are readable by nobody else" test "$(stat -c %a "$STATE/globus/credentials.json")" = 600
on alpha 'mkdir -p g/deep && head -c 3000000 /dev/urandom >g/deep/data && cksum <g/deep/data >g/sum && ln -s deep g/link'
check "globus: moves a directory" "$T" globus copy alpha:/~/g beta:/~/g
check "globus: every byte arrives" says beta '[ "$(cksum <g/deep/data)" = "$(cat g/sum)" ] && echo same' same
check "globus: files are the site's user's" says beta 'stat -c %U:%a g/deep/data' asmith:644
check "globus: links are left out" not on beta 'test -e g/link'
check "globus: a guest collection is its owner's home" "$T" globus copy beta:/~/g/sum gamma:/from-beta
check "globus: what is there is the owner's" says gamma 'stat -c %U from-beta' al
check "globus: nobody reads what is not theirs" not "$T" globus copy alpha:/etc/shadow beta:/~/shadow
check "globus: nothing of it arrives" not on beta 'test -s shadow'
fault scratch-full beta
check "globus: the end of a disk is met" bash -c "'$T' globus copy alpha:/~/g beta:/scratch/g 2>&1 | grep -q QUOTA_EXCEEDED"
fault heal beta
check "globus: a fault is switched on" "$T" globus fault connection-broken beta 2
check "globus: and overcome" "$T" globus copy alpha:/~/g beta:/~/h
check "globus: unknown faults are refused" not "$T" globus fault weather
check "globus: remembers its tasks" bash -c "'$T' globus down && '$T' globus up && '$T' globus status | grep -q '\"SUCCEEDED\":3'"
fault crash gamma
check "globus: a site that is down cannot be reached" bash -c "'$T' globus copy alpha:/~/g gamma:/g 2>&1 | grep -q CONNECT_FAILED"
fault power-on gamma
check "globus: and is again" "$T" globus copy alpha:/~/g/sum gamma:/again
check "globus: ends" "$T" globus down
check "globus: is gone" not "$T" globus status
