# ---- constant from here on ------------------------------------------------------------------------------------
# Set above: D_ATTEMPT D_DIR D_HINTS D_JOB D_INDEX D_NODES D_RESTARTS D_GLOBS, and the function d_work; D_PATIENCE where the
# work must wait for its go.
D_X=${D_INDEX:+.$D_INDEX}
D_I=${D_INDEX:--}
D_JOBS=${D_JOB%%_*}
umask 077

d_now() { D_NOW=$(date +%s%3N); case $D_NOW in *[!0-9]*) D_NOW=$(date +%s)000 ;; esac; }
# One write to a file opened for appending; a hint that cannot be written is only slower.
d_hint() { { printf '%s\n' "$1" >>"$D_HINTS"; } 2>/dev/null; }
# NAME TEXT. One write of a few bytes: a reader sees all of it or an empty file, which counts as none. A rename would
# cost a process for each.
d_put() { { printf '%s\n' "$2" >"$D_DIR/$1"; } 2>/dev/null; }

# A symbolic link comes to be in one step with its content, on NFS too: whoever made it owns the attempt.
if ! ln -s "$D_JOB" "$D_DIR/claim$D_X" 2>/dev/null; then
  D_OWNER=$(readlink "$D_DIR/claim$D_X" 2>/dev/null)
  d_now
  if [ -z "$D_OWNER" ]; then
    echo "diamond: the attempt cannot be claimed in $D_DIR; the work was not begun" >&2
    d_put "exit$D_X" "$D_JOB 75 $D_NOW noclaim"
    d_hint "exit $D_ATTEMPT $D_JOBS $D_I 75 $D_NOW"
    exit 75
  fi
  if [ "$D_OWNER" != "$D_JOB" ]; then
    d_put "duplicate.$D_JOB" "$D_OWNER $D_NOW"
    d_hint "duplicate $D_ATTEMPT $D_JOBS $D_I $D_NOW"
    exit 0
  fi
  # The scheduler runs the same job again. Work that had ended by itself is not begun anew.
  if { read -r _ D_CODE _ D_HOW <"$D_DIR/exit$D_X"; } 2>/dev/null && [ "$D_HOW" = clean ]; then
    exit "$D_CODE"
  fi
  rm -f "$D_DIR/exit$D_X"
fi

d_now
d_put "started$D_X" "$D_JOB $D_NOW $D_NODES $D_RESTARTS"
d_hint "start $D_ATTEMPT $D_JOBS $D_I $D_NOW $D_NODES"

D_TERM='' D_CAUGHT='' D_CHILD=''
d_forward() { D_CAUGHT=$1; [ -z "$D_CHILD" ] || kill -s "$1" "$D_CHILD" 2>/dev/null; }
trap 'D_TERM=1; d_forward TERM' TERM
for D_S in HUP USR1 USR2 URG CONT; do
  # shellcheck disable=SC2064
  trap "d_forward $D_S" "$D_S"
done

# One of several jobs at different sites: only the one that is told so does the work. The word is a link like the claim, made
# once: by Diamond, or by the job itself when it waits no more, so that the two never disagree.
if [ -n "${D_PATIENCE:-}" ]; then
  d_now
  D_UNTIL=$((${D_NOW%???} + D_PATIENCE)) D_SOON=$((${D_NOW%???} + 5)) D_TOLD=''
  until [ -n "$D_TOLD" ]; do
    D_TOLD=$(readlink "$D_DIR/go" 2>/dev/null)
    [ -z "$D_TOLD" ] || break
    d_now
    if [ -n "$D_TERM" ] || [ "${D_NOW%???}" -ge "$D_UNTIL" ]; then
      ln -s late "$D_DIR/go" 2>/dev/null
      D_TOLD=$(readlink "$D_DIR/go" 2>/dev/null)
      D_TOLD=${D_TOLD:-unknown}
    elif [ "${D_NOW%???}" -lt "$D_SOON" ]; then
      sleep 0.1 2>/dev/null || sleep 1
    else
      # A change of its own makes a file system that remembers what is not there look again.
      ln -s . "$D_DIR/look.$D_JOB" 2>/dev/null && rm -f "$D_DIR/look.$D_JOB"
      sleep 1
    fi
  done
  if [ "$D_TOLD" != run ]; then
    d_now
    d_put "exit$D_X" "$D_JOB 75 $D_NOW unchosen"
    d_hint "exit $D_ATTEMPT $D_JOBS $D_I 75 $D_NOW"
    exit 75
  fi
fi

d_work &
D_CHILD=$!
[ -z "$D_CAUGHT" ] || kill -s "$D_CAUGHT" "$D_CHILD" 2>/dev/null
wait "$D_CHILD"
D_CODE=$?
while [ -n "$D_CAUGHT" ]; do # a caught signal ends the wait, not the work
  D_CAUGHT='' D_LAST=$D_CODE
  wait "$D_CHILD"
  D_CODE=$?
  # The work had ended before the signal came: its status was given already.
  [ "$D_CODE" -ne 127 ] || [ "$D_LAST" -gt 128 ] || D_CODE=$D_LAST
done

# Whether a process of the job was killed for its memory, from the control groups' own counters.
d_oom() {
  while IFS=: read -r _ D_C D_P; do
    case ",$D_C," in
      ,,) D_F=/sys/fs/cgroup D_E=memory.events ;;
      *,memory,*) D_F=/sys/fs/cgroup/memory D_E=memory.oom_control ;;
      *) continue ;;
    esac
    while case $D_P in */job_*) true ;; *) false ;; esac; do
      if [ -r "$D_F$D_P/$D_E" ]; then
        while read -r D_K D_V; do
          [ "$D_K" != oom_kill ] || [ "$D_V" = 0 ] || return 0
        done <"$D_F$D_P/$D_E"
      fi
      D_P=${D_P%/*}
    done
  done </proc/self/cgroup
  return 1
} 2>/dev/null

# Checksums of the declared outputs, here and not on a login node; bounded in time, all or nothing.
d_manifest() (
  cd "$D_DIR/work" || exit 1
  find . -type f -printf '%s %P\n' | D_GLOBS=$D_GLOBS awk '
    BEGIN { n = split(ENVIRON["D_GLOBS"], glob, "\n") }
    { path = substr($0, index($0, " ") + 1)
      for (i = 1; i <= n; i++) if (path ~ glob[i]) { print; next } }' >"$D_DIR/manifest.sizes" &&
    cut -d' ' -f2- "$D_DIR/manifest.sizes" | timeout 120 xargs -r -d '\n' sha256sum -z -- >"$D_DIR/manifest.raw" &&
    tr '\0' '\n' <"$D_DIR/manifest.raw" >"$D_DIR/manifest.sums" && # -z: names with a backslash stay as they are
    awk 'NR == FNR { i = index($0, " "); size[substr($0, i + 1)] = substr($0, 1, i - 1); next }
      /^[0-9a-f]/ { path = substr($0, 67); print substr($0, 1, 64), size[path], path }' \
      "$D_DIR/manifest.sizes" "$D_DIR/manifest.sums" >"$D_DIR/manifest.tmp" &&
    mv -f "$D_DIR/manifest.tmp" "$D_DIR/manifest"
  rm -f "$D_DIR/manifest.sizes" "$D_DIR/manifest.raw" "$D_DIR/manifest.sums" "$D_DIR/manifest.tmp"
) 2>/dev/null

# What the job said, where a checksum is quick: whoever wants no other outputs then need not come and look. That of
# nothing is known.
d_streams() {
  [ -z "$D_INDEX$D_GLOBS" ] && cd "$D_DIR" && [ -e stdout ] && [ -e stderr ] || return 0
  if [ ! -s stdout ] && [ ! -s stderr ]; then
    D_SAID=0:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
    D_SAID=" $D_SAID $D_SAID"
    return 0
  fi
  # shellcheck disable=SC2046
  set -- $(stat -c %s stdout stderr)
  [ $# -eq 2 ] && [ "$1" -le 1048576 ] && [ "$2" -le 1048576 ] || return 0
  # shellcheck disable=SC2046
  set -- "$1" "$2" $(sha256sum stdout stderr)
  [ $# -ne 6 ] || D_SAID=" $1:$3 $2:$5"
} 2>/dev/null

D_HOW=clean D_SAY=$D_CODE D_SAID=''
if [ -n "$D_TERM" ]; then
  D_HOW=term
  [ "$D_CODE" -ne 0 ] || D_SAY=143
elif d_oom; then
  D_HOW=oom
  [ "$D_CODE" -ne 0 ] || D_SAY=137
elif [ -n "$D_GLOBS" ]; then
  d_manifest
else
  d_streams
fi
d_now
# The hint of an end that only the scheduler can explain is never a clean one.
d_put "exit$D_X" "$D_JOB $D_CODE $D_NOW $D_HOW"
d_hint "exit $D_ATTEMPT $D_JOBS $D_I $D_SAY $D_NOW$D_SAID"
exit "$D_CODE"
