# A request's defaults of the login and of the folder must not change what is asked.
cd / || exit 1
# own_queue IDS: the queue's rows; of jobs that are not watched, their token; of watched ones that wait, the cause.
own_queue() {
  Q=$(limit 40 qstat -u "$ME" -xml -r 2>&1)
  QRC=$?
  case $Q in *'<job_info'*) ;; *) [ "$QRC" -ne 0 ] || QRC=1 ;; esac
  ALIVE=$(printf '%s\n' "$Q" | sed -n 's/.*<JB_job_number>\([0-9]*\)<.*/\1/p' | sort -un | tr '\n' ' ')
  WAITING=" $(printf '%s\n' "$Q" | awk '/<JB_job_number>/ { gsub(/[^0-9]/, ""); id = $0 } /<state>.*q/ { print id }' | sort -un | tr '\n' ' ') "
  ASK='' COUNT=0
  for I in $ALIVE; do
    case " $1 " in *" $I "*) case $WAITING in *" $I "*) ;; *) continue ;; esac ;; esac
    COUNT=$((COUNT + 1))
    [ "$COUNT" -le 200 ] || break
    ASK=$ASK${ASK:+,}$I
  done
  if [ -n "$ASK" ] && [ "$QRC" -eq 0 ]; then
    Q="$Q
$(limit 40 qstat -j "$ASK" -xml 2>&1)"
  fi
  frame queue "$QRC" "$Q"
}
# accounting IDS OLDEST: the records of these jobs alone, in one pass over the file.
accounting() {
  A=$(limit 60 qacct -o "$ME" -j 2>&1)
  ARC=$?
  A=$(printf '%s\n' "$A" | awk -v ids=" $1 " '
    /^=====/ { flush(); n = 0; keep = 0; next }
    $1 == "jobnumber" && index(ids, " " $2 " ") { keep = 1 }
    { block[++n] = $0; last = $0 }
    function flush() { if (keep) { print "====="; for (i = 1; i <= n; i++) print block[i] } }
    END { flush(); if (!keep && n < 5) for (i = 1; i <= n; i++) print block[i] }')
  frame accounting "$ARC" "$A"
}
# history SINCE TOKEN
history() {
  A=$(limit 60 qacct -A "$2" -j 2>&1)
  frame accounting "$?" "$A"
}
act() {
  case $1 in
    cancel | clean)
      DETAIL=$(limit 40 qstat -j "$2" -xml 2>&1)
      if [ "$1" = clean ]; then
        # Only one that waits: one that runs ends by itself.
        limit 40 qstat -u "$ME" -s r -xml 2>/dev/null | grep -q "<JB_job_number>$2<" && return 0
      fi
      SAID=$(limit 40 qdel "$2" 2>&1)
      RC=$?
      printf '%s\n' "$SAID"
      case $SAID in
        *'has deleted job'*)
          # Grid Engine keeps no record of a job that never began: the attempt's folder does.
          DIR=$(printf '%s\n' "$DETAIL" | sed -n 's/.*<JB_cwd>\(.*\)\/work<.*/\1/p' | head -n 1)
          [ ! -d "$DIR" ] || [ ! -f "$DIR/job.sh" ] || printf '%s %s000\n' "$2" "$(date +%s)" >"$DIR/removed"
          ;;
      esac
      return "$RC"
      ;;
    hold)
      limit 40 qhold "$2" || return
      # A job that runs takes a hold without a word, and goes on.
      limit 40 qstat -u "$ME" -s p -xml 2>&1 | grep -q "<JB_job_number>$2<" || { echo 'the job has begun'; return 1; }
      ;;
    release) limit 40 qrls "$2" ;;
    *) return 1 ;;
  esac
}
