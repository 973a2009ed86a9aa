unset PBS_DPREFIX PBS_DEFAULT_QUEUE
# own_queue IDS: live jobs, and watched ones from the server's history. The mark is the delimiter of fields.
own_queue() {
  L=$(limit 40 qselect -u "$ME" 2>&1)
  QRC=$?
  ALIVE='' Q=$L
  if [ "$QRC" -eq 0 ]; then
    set -f # ids of arrays hold brackets
    for I in $L; do
      case $I in [0-9]*) ALIVE="$ALIVE ${I%%.*}" ;; esac
    done
    # shellcheck disable=SC2046,SC2086
    jobs_of $(printf '%s\n' $ALIVE $1 | sort -u)
    set +f
  fi
  frame queue "$QRC" "$Q"
}
jobs_of() { # IDS…
  Q=''
  [ $# -gt 0 ] || return 0
  Q=$(limit 60 qstat -x -t -f -F dsv -D "$M" "$@" 2>&1)
  QRC=$?
  case $Q in
    *'not configured to maintain job history'*)
      Q=$(limit 60 qstat -t -f -F dsv -D "$M" "$@" 2>&1)
      QRC=$?
      ;;
  esac
  # Some of the ids are not known, or have ended: what was printed of the others is whole.
  case $QRC in 35 | 153) QRC=0 ;; esac
}
# accounting IDS OLDEST: what is over stands in the queue's rows already, where the server keeps a history at all.
accounting() {
  A=$(limit 40 qstat -B -f 2>&1)
  ARC=$?
  case $A in
    *'job_history_enable = True'*) A='history on' ;;
    *) [ "$ARC" -ne 0 ] || A='history off' ;;
  esac
  frame accounting "$ARC" "$A"
}
# history SINCE TOKEN
history() {
  SINCE=$(date -d "@$1" +%Y%m%d%H%M.%S 2>/dev/null)
  L=$(limit 40 qselect -x -u "$ME" ${SINCE:+"-tc.ge.$SINCE"} 2>&1)
  RC=$?
  case $RC:$L in
    *'not configured to maintain job history'*) frame accounting 0 'history off' ;;
    0:*)
      set -f
      # shellcheck disable=SC2046
      set -- $(printf '%s\n' "$L" | grep -E '^[0-9]' | sed 's/\..*//' | tail -n 2000)
      A=''
      [ $# -eq 0 ] || A=$(limit 60 qstat -x -f -F dsv -D "$M" "$@" 2>&1)
      RC=$?
      case $RC in 35 | 153) RC=0 ;; esac
      frame accounting "$RC" "$A"
      ;;
    *) frame accounting "$RC" "$L" ;;
  esac
}
state_of() { limit 40 qstat -f -F dsv -D "$M" "$1" 2>/dev/null; }
act() {
  case $1 in
    cancel | clean)
      DETAIL=$(state_of "$2")
      case $DETAIL in
        *"${M}job_state="[QHWT]"$M"*) WAITS=1 ;;
        *) WAITS='' ;;
      esac
      [ "$1" = cancel ] || [ -n "$WAITS" ] || return 0
      limit 40 qdel "$2"
      RC=$?
      if [ "$RC" -eq 0 ] && [ -n "$WAITS" ]; then
        # Without a history the server forgets it at once: the attempt's folder does not.
        DIR=${DETAIL#*PBS_O_WORKDIR=}
        DIR=${DIR%%,*}
        [ ! -f "$DIR/job.sh" ] || printf '%s %s000\n' "$2" "$(date +%s)" >"$DIR/removed"
      fi
      return "$RC"
      ;;
    hold)
      case $(state_of "$2") in
        *"${M}job_state="[REBS]"$M"*) echo 'invalid for state: the job has begun'; return 18 ;;
      esac
      limit 40 qhold "$2"
      ;;
    release) limit 40 qrls "$2" ;;
    *) return 1 ;;
  esac
}
