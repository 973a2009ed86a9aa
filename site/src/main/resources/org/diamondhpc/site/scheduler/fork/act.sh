# $3: cancel, clean, hold or release; stdin: a job id a line
while read -r ID; do
  Q=$F_JOBS/$ID
  RC=0 OUT=''
  STATE=$(f_state "$ID")
  case $3-${STATE%% *} in
    cancel-RUNNING | cancel-WAITING | cancel-HELD | clean-WAITING | clean-HELD)
      if f_read "$Q/proc" && f_alive "$F_TEXT"; then
        kill -s TERM "${F_TEXT%% *}" || RC=1
      else
        for F_F in "$Q"/pid*; do
          f_read "$F_F" && f_alive "$F_TEXT" && kill -s KILL -- "-${F_TEXT%% *}"
        done
        f_write "$Q/end" "CANCELLED $(date +%s%3N)"
      fi
      ;;
    hold-WAITING | hold-HELD) : >"$Q/hold" || RC=1 ;;
    release-HELD | release-WAITING) rm -f "$Q/hold" || RC=1 ;;
    hold-* | release-*) RC=1 OUT="not waiting: ${STATE%% *}" ;;
  esac
  printf '\n%s begin %s\n%s\n%s end %s %s\n' "$M" "$ID" "$OUT" "$M" "$ID" "$RC"
done
