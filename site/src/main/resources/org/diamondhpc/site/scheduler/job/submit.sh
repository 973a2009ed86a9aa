# $1: mark, $2: storage root. stdin: a line "N TENANT/ATTEMPT BYTES BYTES" an attempt, an empty line, a tar stream below the root.
# Before this stands d_ask DIR: asks the scheduler for one job, leaves its words in OUT, its status in RC and the id that
# stands in them in ID, and sets DOWN where the next question would only wait as well.
M=$1
ROOT=$2
LIST=''
WHOLE=''
umask 077
while IFS= read -r LINE; do
  if [ -z "$LINE" ]; then
    WHOLE=1
    break
  fi
  LIST="$LIST$LINE
"
done
[ -n "$WHOLE" ] || exit 1
say() { printf '\n%s begin %s\n%s\n%.1500s\n%s end %s %s\n' "$M" "$1" "$3" "$4" "$M" "$1" "$2"; }
say clock 0 clock "$(date +%s)"
mkdir -p "$ROOT/attempts" 2>/dev/null
TAR=$(cd "$ROOT" && tar -xmof - 2>&1)
TARRC=$?
cat >/dev/null # what tar leaves of the stream
{ : >>"$ROOT/hints"; } 2>/dev/null
one() { # N NAME BYTES-OF-JOB.SH BYTES-OF-RUN.SH
  D=$ROOT/attempts/$2
  ID=''
  { read -r ID <"$D/jobid"; } 2>/dev/null
  if [ -n "$ID" ]; then
    say "$1" 0 file "$ID"
    return
  fi
  if [ -h "$D/claim" ]; then
    say "$1" 0 claim "$(readlink "$D/claim")"
    return
  fi
  if [ ! -d "$D/work" ] || [ ! -s "$D/job.sh" ] || [ ! -s "$D/run.sh" ] || { [ "$TARRC" -ne 0 ] &&
    [ "$(wc -c <"$D/job.sh") $(wc -c <"$D/run.sh")" != "$3 $4" ]; }; then
    say "$1" 1 unwritten "$TAR"
    return
  fi
  if [ -n "$DOWN" ]; then
    say "$1" 1 unasked "$DOWN"
    return
  fi
  d_ask "$D"
  if [ -n "$ID" ] && [ "$RC" -ne 0 ]; then
    # There may be a job: what failed came after it.
    say "$1" "$RC" doubted "$OUT"
    return
  fi
  if [ -n "$ID" ]; then
    # One write of a few bytes: a reader sees all of it or an empty file, which counts as none. A rename would cost a
    # process for each job.
    { printf '%s\n' "$ID" >"$D/jobid"; } 2>/dev/null
  fi
  say "$1" "$RC" "asked $ID" "$OUT"
}
DOWN=''
lane() { # every LANES-th line from the given one
  I=0
  while read -r N NAME B1 B2; do
    [ -n "$NAME" ] || continue
    [ $((I % LANES)) -ne "$1" ] || one "$N" "$NAME" "$B1" "$B2"
    I=$((I + 1))
  done <<EOF
$LIST
EOF
}
L=0
while [ "$L" -lt "$LANES" ]; do
  lane "$L" &
  L=$((L + 1))
done
wait
