LANES=4
unset LC_ALL TZ
d_ask() {
  if command -v timeout >/dev/null 2>&1; then
    OUT=$(cd "$1" && exec timeout 90 bsub -env all <"$1/job.sh" 2>&1)
  else
    OUT=$(cd "$1" && exec bsub -env all <"$1/job.sh" 2>&1)
  fi
  RC=$?
  ID=$(printf '%s\n' "$OUT" | sed -n 's/^.*Job <\([0-9][0-9]*\)> is submitted to .*/\1/p' | tail -n 1)
  case $OUT in
    *'LSF is down'* | *'Cannot connect to LSF'* | *'mbatchd'* | *'Failed in an LSF library call'*) [ "$RC" -eq 0 ] || DOWN=$OUT ;;
  esac
}
