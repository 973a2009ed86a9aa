# $2: the directory, $3: a for an array, - else, $4: since, epoch seconds
clock
PING=$(limit 40 scontrol ping 2>&1)
frame ping "$?" "$PING"
own_queue
printf '\n%s begin files\n' "$M"
d_files 0 "$3" "$2"
if [ "$3" != a ] && [ -h "$2/claim" ]; then printf 'c - %s\n' "$(readlink "$2/claim")"; fi
printf '\n%s end files 0\n' "$M"
if [ "$QRC" -eq 0 ]; then
  A=$(limit 40 sacct -D -X -P -n --delimiter="$S" -S "$(ago "$4")" -u "$(id -u)" \
    -o JobID,State,ExitCode,Submit,Start,End,ElapsedRaw,TotalCPU,MaxRSS,ReqTRES,AllocTRES,NodeList,Reason,WorkDir 2>&1)
  frame accounting "$?" "$A"
fi
