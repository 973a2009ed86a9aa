LANES=4
# The job gets the login's environment and nothing of our own clean one.
unset LC_ALL TZ
d_ask() {
  # sbatch ends by itself: after 10 s where the controller is frozen, after 50 s where munge is dead.
  OUT=$(cd "$1/work" && exec sbatch --parsable "$1/job.sh" 2>&1 </dev/null)
  RC=$?
  ID=''
  IFS='
'
  set -f
  for D_L in $OUT; do
    case $D_L in
      'Submitted batch job '[0-9]*) D_L=${D_L#Submitted batch job } ;;
      *' '*) [ "$RC" -eq 0 ] || continue ;;
    esac
    D_L=${D_L%%[; ]*}
    case $D_L in
      '' | *[!0-9]*) ;;
      *) ID=$D_L ;;
    esac
  done
  unset IFS
  set +f
  case $OUT in
    *'timed out'* | *'Unable to contact'* | *[Mm]unge* | *'authentication error'* | *'onnection refused'*)
      [ "$RC" -eq 0 ] || DOWN=$OUT
      ;;
  esac
}
