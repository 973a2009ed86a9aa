# stdin: a line "N JOBID EPOCH KIND DIR" for each watched job.
LIST=$(cat)
clock
own_queue
# Jobs that are over or not there: unless their own record tells the end, accounting is asked as well.
ASK=''
if [ "$QRC" -eq 0 ]; then
  ASK=$(
    {
      printf '%s\n' "$LIST"
      printf 'rows\n%s\n' "$Q"
    } | awk -F "$S" -v mark="$M row" '
      !rows && $0 == "rows" { rows = 1; next }
      !rows { split($0, f, " "); id[++n] = f[2]; next }
      $1 == mark { base = $2; sub(/[_+;].*/, "", base)
        if ($3 !~ /^(COMPLETED|FAILED|CANCELLED|TIMEOUT|NODE_FAIL|PREEMPTED|BOOT_FAIL|DEADLINE|OUT_OF_MEMORY|REVOKED|LAUNCH_FAILED|RECONFIG_FAIL)/) alive[base] = 1 }
      END { for (i = 1; i <= n; i++) if (!(id[i] in alive) && id[i] != "-") print id[i] }'
  )
fi
ASK=" $(printf '%s' "$ASK" | tr '\n' ' ') "
JOBS='' OLDEST='' MISSING=''
printf '\n%s begin files\n' "$M"
while read -r N ID SINCE KIND DIR; do
  [ -n "$DIR" ] || continue
  D_EXIT=''
  d_files "$N" "$KIND" "$DIR"
  case $ASK in
    *" $ID "*)
      case $D_EXIT in
        *' clean') ;;
        *)
          JOBS=$JOBS${JOBS:+,}$ID
          MISSING="$MISSING $ID"
          [ -n "$OLDEST" ] && [ "$OLDEST" -le "$SINCE" ] || OLDEST=$SINCE
          ;;
      esac
      ;;
  esac
done <<EOF
$LIST
EOF
printf '\n%s end files 0\n' "$M"
if [ -n "$JOBS" ]; then
  accounting "$JOBS" "$OLDEST"
  case $A in
    *'accounting storage is disabled'*)
      J=''
      for ID in $MISSING; do
        J="$J$(limit 20 scontrol show job -o "$ID" 2>&1)
"
      done
      frame controller 0 "$J"
      ;;
  esac
fi
