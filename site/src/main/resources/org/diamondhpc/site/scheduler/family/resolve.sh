# $2: the directory, $3: a for an array, - else, $4: since, epoch seconds, $5: the token
# history SINCE TOKEN frames the part accounting with jobs that are over.
clock
own_queue ''
printf '\n%s begin files\n' "$M"
d_files 0 "$3" "$2"
if [ "$3" != a ] && [ -h "$2/claim" ]; then printf 'c - %s\n' "$(readlink "$2/claim")"; fi
printf '\n%s end files 0\n' "$M"
[ "$QRC" -ne 0 ] || history "$4" "$5"
