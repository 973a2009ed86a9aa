# $2: cancel, clean, hold or release; stdin: a job id a line
while read -r ID; do
  case $2 in
    cancel) O=$(limit 40 scancel "$ID" 2>&1) ;;
    clean) O=$(limit 40 scancel --state=PENDING "$ID" 2>&1) ;;
    hold) O=$(limit 40 scontrol hold "$ID" 2>&1) ;;
    release) O=$(limit 40 scontrol release "$ID" 2>&1) ;;
    *) O='unknown act'; false ;;
  esac
  frame "$ID" "$?" "$O"
done
