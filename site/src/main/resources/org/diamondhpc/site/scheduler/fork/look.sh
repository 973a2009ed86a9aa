printf '\n%s begin host\n%s\n%s\n%s\n%s\n%s end host 0\n' "$M" "$(hostname)" "$(uname -m)" "$(uname -sr)" "$(nproc)" "$M"
printf '\n%s begin memory\n' "$M"
cat /proc/meminfo
printf '\n%s end memory %s\n' "$M" "$?"
printf '\n%s begin jobs\n' "$M"
for F_D in "$F_JOBS"/*; do
  [ -d "$F_D" ] || continue
  STATE=$(f_state "${F_D##*/}")
  case $STATE in RUNNING* | WAITING* | HELD* | STARTING*) ;; *) continue ;; esac
  f_read "$F_D/dir"
  NEED='' LIMIT='' BOOKS=''
  while read -r F_LINE; do
    case $F_LINE in F_NEED=*) NEED=${F_LINE#*=} ;; F_LIMIT=*) LIMIT=${F_LINE#*=} ;; F_BOOKS=*) BOOKS=${F_LINE#*=} ;; '# ----'*) break ;; esac
  done 2>/dev/null <"$F_TEXT/launch.sh"
  D_L=''
  { read -r D_L <"$F_TEXT/started"; } 2>/dev/null
  printf '%s %s %s %s %s %s\n' "${F_D##*/}" "${STATE%% *}" "${NEED:-1}" "${LIMIT:-0}" "${BOOKS:-0}" "${D_L:--}"
done
printf '%s end jobs 0\n' "$M"
