# own_queue IDS: live jobs, and of the watched ones those that are over, one JSON document a line.
own_queue() {
  Q=$(limit 60 flux jobs --json 2>&1)
  QRC=$?
  ALIVE=''
  if [ "$QRC" -eq 0 ]; then
    ALIVE=$(printf '%s\n' "$Q" | grep -o '"id": [0-9]*' | tr -dc '0-9\n' | tr '\n' ' ')
    OVER=''
    for I in $1; do
      case " $ALIVE " in *" $I "*) ;; *) OVER="$OVER $I" ;; esac
    done
    if [ -n "$OVER" ]; then
      # shellcheck disable=SC2086
      O=$(limit 60 flux jobs --json $OVER 2>&1)
      ORC=$?
      # Status 1 is also that none of these ids is known; what says so is said of each.
      case $ORC:$O in
        0:* | 1:*'JobID '*' unknown'*) Q="$Q
$O" ;;
        *) QRC=$ORC Q=$O ;;
      esac
    fi
  fi
  frame queue "$QRC" "$Q"
}
# accounting IDS OLDEST: what is over stands in the queue's rows until it is purged.
accounting() { frame accounting 0 purged; }
# history SINCE TOKEN
history() {
  A=$(limit 60 flux jobs -a --count=5000 --json 2>&1)
  frame accounting "$?" "$A"
}
state_of() { limit 30 flux jobs -n -o '{state}' "$1" 2>/dev/null; }
act() {
  case $1 in
    cancel) limit 40 flux cancel "$2" ;;
    clean) case $(state_of "$2") in DEPEND | PRIORITY | SCHED) limit 40 flux cancel "$2" ;; esac ;;
    hold)
      case $(state_of "$2") in RUN | CLEANUP) echo 'the job has begun'; return 1 ;; esac
      limit 40 flux job urgency "$2" hold
      ;;
    release) limit 40 flux job urgency "$2" default ;;
    *) return 1 ;;
  esac
}
