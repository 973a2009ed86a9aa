LANES=4
unset LC_ALL TZ
d_ask() {
  # In the attempt's own folder, where no staged file can be taken for defaults of the request.
  if command -v timeout >/dev/null 2>&1; then
    OUT=$(cd "$1" && exec timeout 90 qsub -terse "$1/job.sh" 2>&1 </dev/null)
  else
    OUT=$(cd "$1" && exec qsub -terse "$1/job.sh" 2>&1 </dev/null)
  fi
  RC=$?
  ID=''
  IFS='
'
  set -f
  for D_L in $OUT; do
    case $D_L in
      'Your job '[0-9]*) D_L=${D_L#Your job } D_L=${D_L%% *} ;;
      'Your job-array '[0-9]*) D_L=${D_L#Your job-array } D_L=${D_L%% *} ;;
      *' '*) [ "$RC" -eq 0 ] || continue ;;
    esac
    D_L=${D_L%%.*}
    case $D_L in
      '' | *[!0-9]*) ;;
      *) ID=$D_L ;;
    esac
  done
  unset IFS
  set +f
  case $OUT in
    *commlib* | *'nable to contact qmaster'* | *'unable to send message to qmaster'*) [ "$RC" -eq 0 ] || DOWN=$OUT ;;
  esac
}
