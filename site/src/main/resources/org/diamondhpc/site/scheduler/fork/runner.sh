# ---- constant from here on ------------------------------------------------------------------------------------
# Set above: F_ROOT F_DIR F_SLOTS F_NEED F_MEMORY F_BOOKS F_LIMIT F_INDICES F_MOST F_SIGNAL F_BEFORE. $1: the job's id.
F_ID=$1
umask 077
F_Q=$F_JOBS/$F_ID
f_start $$
f_write "$F_Q/proc" "$$ $F_START $F_BOOT"
F_ME="$$ $F_START $F_BOOT"
f_now() { F_NOW=$(date +%s%3N); }

# Ends every element that runs: the wrapper first, so that it can say so, then its whole group.
f_kill() {
  for F_F in "$F_Q"/pid*; do
    case $F_F in *'*' | *.tmp) continue ;; esac
    f_read "$F_F" && f_alive "$F_TEXT" && kill -s TERM "${F_TEXT%% *}" 2>/dev/null
  done
  sleep 5 &
  F_W=$!
  while kill -0 "$F_W" 2>/dev/null; do
    F_ANY=''
    for F_F in "$F_Q"/pid*; do
      case $F_F in *'*' | *.tmp) continue ;; esac
      f_read "$F_F" && f_alive "$F_TEXT" && F_ANY=1
    done
    [ -n "$F_ANY" ] || break
    sleep 0.1
  done
  kill "$F_W" 2>/dev/null
  for F_F in "$F_Q"/pid*; do
    case $F_F in *'*' | *.tmp) continue ;; esac
    f_read "$F_F" && kill -s KILL -- "-${F_TEXT%% *}" 2>/dev/null
  done
}
# The clocks of the time limit end with what they watch.
f_watchers() {
  for F_F in "$F_Q"/watch*; do
    f_read "$F_F" && f_alive "$F_TEXT" && kill -s TERM "${F_TEXT%% *}" 2>/dev/null
  done
}
f_free() { # gives back what "$1" holds, or processes that are gone
  for F_F in "$F_ROOT"/fork/slots/* "$F_ROOT"/fork/memory/*; do
    f_read "$F_F" || continue
    if [ "${F_TEXT%:*}" = "$1" ] || ! f_alive "${F_TEXT%:*}"; then rm -f "$F_F"; fi
  done
}
f_cancel() {
  trap '' TERM
  f_now
  f_watchers
  f_kill
  f_write "$F_Q/end" "CANCELLED $F_NOW"
  (flock 9; f_free "$F_ME") 9>"$F_ROOT/fork/lock"
  exit 0
}
trap f_cancel TERM HUP

# Whether an older job waits for slots too; one that is held does not.
f_behind() {
  for F_D in "$F_JOBS"/*; do
    [ "$F_D" != "$F_Q" ] || return 1
    if [ -e "$F_D/waiting" ] && [ ! -e "$F_D/hold" ] && f_read "$F_D/proc" && f_alive "$F_TEXT"; then return 0; fi
  done
  return 1
}
f_room() { # whether the memory this job books is left; MiB. F_MEMORY is 0 where the machine's is not shared out
  [ "$F_MEMORY" -gt 0 ] && [ "$F_BOOKS" -gt 0 ] || return 0
  F_SUM=$F_BOOKS
  for F_F in "$F_ROOT"/fork/memory/*; do
    f_read "$F_F" && F_SUM=$((F_SUM + ${F_TEXT##*:}))
  done
  [ "$F_SUM" -le "$F_MEMORY" ]
}
f_take() { # SLOTS under the lock; gives nothing where there are not enough
  f_free -
  f_room || return 1
  F_N=0
  while [ "$F_N" -lt "$F_SLOTS" ] && [ "$1" -gt 0 ]; do
    if [ ! -e "$F_ROOT/fork/slots/$F_N" ]; then
      printf '%s\n' "$F_ME" >"$F_ROOT/fork/slots/$F_N"
      set -- $(($1 - 1))
    fi
    F_N=$((F_N + 1))
  done
  [ "$1" -eq 0 ] || { f_free "$F_ME"; return 1; }
  [ "$F_BOOKS" -eq 0 ] || printf '%s:%s\n' "$F_ME" "$F_BOOKS" >"$F_ROOT/fork/memory/$F_ID"
}
f_acquire() {
  : >"$F_Q/waiting"
  while :; do
    if [ ! -e "$F_Q/hold" ] && ! f_behind && (flock 9; f_take "$F_NEED") 9>"$F_ROOT/fork/lock"; then break; fi
    sleep 0.2 &
    wait $!
  done
  rm -f "$F_Q/waiting"
}

# INDEX: one element from its start to its end; its state is its own word, the limit's or a signal's.
f_run() {
  F_E=${1:+.$1}
  FORK_JOB=$F_ID${1:+_$1} FORK_INDEX=$1 setsid /bin/sh "$F_DIR/job.sh" </dev/null >>"$F_DIR/stdout$F_E" \
    2>>"$F_DIR/stderr$F_E" 9>&- &
  F_P=$!
  f_start "$F_P"
  f_write "$F_Q/pid$F_E" "$F_P $F_START $F_BOOT"
  (
    trap 'kill "$F_S" 2>/dev/null; exit 0' TERM
    f_nap() { sleep "$1" & F_S=$!; wait "$F_S"; }
    # Nothing is sent to a number that has become another process.
    f_same() { f_start "$F_P" && [ "$F_START" = "$F_WAS" ] || exit 0; }
    F_WAS=$F_START
    if [ -n "$F_SIGNAL" ] && [ "$F_LIMIT" -gt "$F_BEFORE" ]; then
      f_nap $((F_LIMIT - F_BEFORE))
      f_same
      kill -s "$F_SIGNAL" "$F_P"
      f_nap "$F_BEFORE"
    else
      f_nap "$F_LIMIT"
    fi
    f_same
    : >"$F_Q/timeout$F_E"
    kill -s TERM "$F_P"
    f_nap 5
    f_same
    kill -s KILL -- "-$F_P"
  ) </dev/null >/dev/null 2>&1 &
  F_WATCH=$!
  f_start "$F_WATCH"
  f_write "$F_Q/watch$F_E" "$F_WATCH $F_START $F_BOOT"
  wait "$F_P"
  F_CODE=$?
  kill -s TERM "$F_WATCH" 2>/dev/null
  rm -f "$F_Q/watch$F_E"
  kill -s KILL -- "-$F_P" 2>/dev/null
  F_STATE=FAILED
  [ "$F_CODE" -ne 0 ] || F_STATE=COMPLETED
  [ ! -e "$F_Q/timeout$F_E" ] || F_STATE=TIMEOUT
  f_now
  f_write "$F_Q/end$F_E" "$F_STATE $F_NOW"
}

f_acquire
if [ -z "$F_INDICES" ]; then
  f_run ''
else
  F_RUNNING=''
  for F_I in $F_INDICES; do
    # As many elements at a time as are allowed; each with the slots this job holds for one of them.
    while :; do
      F_C=0
      for F_L in $F_RUNNING; do [ -e "$F_Q/end.$F_L" ] || F_C=$((F_C + 1)); done
      [ "$F_C" -ge "$F_MOST" ] || break
      sleep 0.1
    done
    f_run "$F_I" &
    F_RUNNING="$F_RUNNING $F_I"
  done
  wait
  f_now
  f_write "$F_Q/end" "COMPLETED $F_NOW"
fi
(flock 9; f_free "$F_ME") 9>"$F_ROOT/fork/lock"
