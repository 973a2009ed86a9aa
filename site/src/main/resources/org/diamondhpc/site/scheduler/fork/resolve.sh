# $3: the directory, $4: a for an array, - else
printf '\n%s begin clock\n%s\n%s end clock 0\n' "$M" "$(date +%s)" "$M"
printf '\n%s begin files\n' "$M"
d_files 0 "$4" "$3"
printf '\n%s end files 0\n' "$M"
printf '\n%s begin jobs\n' "$M"
for F_D in "$F_JOBS"/*; do
  f_read "$F_D/dir" && [ "$F_TEXT" = "$3" ] && printf '%s\n' "${F_D##*/}"
done
printf '\n%s end jobs 0\n' "$M"
