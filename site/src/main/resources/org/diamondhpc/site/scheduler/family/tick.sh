# $2: usage where accounting is asked of every job, - else. stdin: a line "N JOBID EPOCH KIND DIR" for each watched job.
# own_queue IDS frames the part queue and sets QRC and ALIVE (ids between blanks); accounting IDS OLDEST frames accounting.
LIST=$(cat)
IDS=$(printf '%s\n' "$LIST" | while read -r N ID REST; do [ "$ID" = - ] || [ -z "$ID" ] || printf '%s ' "$ID"; done)
clock
own_queue "$IDS"
JOBS='' OLDEST=''
printf '\n%s begin files\n' "$M"
while read -r N ID SINCE KIND DIR; do
  [ -n "$DIR" ] || continue
  D_EXIT=''
  d_files "$N" "$KIND" "$DIR"
  # Jobs that are over or not there: unless their own record tells the end, accounting is asked as well.
  [ "$QRC" -eq 0 ] && [ "$ID" != - ] || continue
  case " $ALIVE " in *" $ID "*) continue ;; esac
  case $2:$D_EXIT in
    -:*' clean') ;;
    *)
      JOBS="$JOBS $ID"
      [ -n "$OLDEST" ] && [ "$OLDEST" -le "$SINCE" ] || OLDEST=$SINCE
      ;;
  esac
done <<LINES
$LIST
LINES
printf '\n%s end files 0\n' "$M"
[ -z "$JOBS" ] || accounting "$JOBS" "$OLDEST"
