LANES=4
unset LC_ALL TZ
d_ask() {
  if command -v timeout >/dev/null 2>&1; then
    OUT=$(cd "$1" && exec timeout 90 qsub "$1/job.sh" 2>&1 </dev/null)
  else
    OUT=$(cd "$1" && exec qsub "$1/job.sh" 2>&1 </dev/null)
  fi
  RC=$?
  ID=''
  IFS='
'
  set -f
  for D_L in $OUT; do
    # 123.server, 123[].server, or without a server's name; a hook's words may stand around it.
    case $D_L in *' '*) [ "$RC" -eq 0 ] || continue ;; esac
    D_N=${D_L%%.*}
    case $D_N in
      *'[]') D_D=${D_N%'[]'} ;;
      *) D_D=$D_N ;;
    esac
    case $D_D in
      '' | *[!0-9]*) ;;
      *) ID=$D_N ;;
    esac
  done
  unset IFS
  set +f
  case $OUT in
    *'cannot connect to server'* | *'Unable to authenticate'*) [ "$RC" -eq 0 ] || DOWN=$OUT ;;
  esac
}
