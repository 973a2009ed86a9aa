# stdin: a line "N JOBID KIND DIR" for each watched job
printf '\n%s begin clock\n%s\n%s end clock 0\n' "$M" "$(date +%s)" "$M"
printf '\n%s begin host\n%s\n%s end host 0\n' "$M" "$(hostname)" "$M"
LIST=$(cat)
printf '\n%s begin states\n' "$M"
while read -r N ID KIND DIR; do
  [ -n "$DIR" ] || continue
  printf '%s - %s' "$N" "$(f_state "$ID")"
  printf '\n'
  if [ "$KIND" = a ]; then
    for F_F in "$F_JOBS/$ID"/end.*; do
      case $F_F in *'*' | *.tmp) continue ;; esac
      f_read "$F_F" && printf '%s %s %s\n' "$N" "${F_F##*.}" "$F_TEXT"
    done
  fi
done <<EOF
$LIST
EOF
printf '%s end states 0\n' "$M"
printf '\n%s begin files\n' "$M"
while read -r N ID KIND DIR; do
  [ -z "$DIR" ] || d_files "$N" "$KIND" "$DIR"
done <<EOF
$LIST
EOF
printf '\n%s end files 0\n' "$M"
