# $2: cancel, clean, hold or release; stdin: a job id a line. act WHAT ID prints the command's words.
while read -r ID; do
  O=$(act "$2" "$ID" 2>&1)
  frame "$ID" "$?" "$O"
done
