# f_state ID: prints what the job does and when it began or ended
f_state() {
  F_Q=$F_JOBS/$1
  if [ ! -d "$F_Q" ]; then printf 'GONE -\n'; return; fi
  if f_read "$F_Q/end"; then printf '%s\n' "$F_TEXT"; return; fi
  if ! f_read "$F_Q/proc"; then printf 'STARTING -\n'; return; fi
  if f_alive "$F_TEXT"; then
    if [ -e "$F_Q/hold" ] && [ -e "$F_Q/waiting" ]; then printf 'HELD -\n'
    elif [ -e "$F_Q/waiting" ]; then printf 'WAITING -\n'
    else printf 'RUNNING -\n'; fi
    return
  fi
  [ "${F_TEXT##* }" = "$F_BOOT" ] || { printf 'REBOOTED -\n'; return; }
  for F_F in "$F_Q"/pid*; do
    if f_read "$F_F" && f_alive "$F_TEXT"; then printf 'RUNNING -\n'; return; fi
  done
  printf 'DEAD -\n'
}
