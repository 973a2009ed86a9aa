LANES=4
unset LC_ALL TZ
d_ask() {
  HOW=submit
  set --  "$1"
  D_DIRECTORY=$1
  shift
  while IFS= read -r D_L; do
    case $D_L in
      '#flux: '*) set -- "$@" "${D_L#\#flux: }" ;;
      '# an instance of its own') HOW=batch ;;
      '#'*) ;;
      *) break ;;
    esac
  done <"$D_DIRECTORY/job.sh"
  # flux batch reads its options from the script itself; a single process needs no instance of its own.
  [ "$HOW" = submit ] || set --
  if command -v timeout >/dev/null 2>&1; then
    OUT=$(cd "$D_DIRECTORY" && exec timeout 90 flux "$HOW" "$@" "$D_DIRECTORY/job.sh" 2>&1 </dev/null)
  else
    OUT=$(cd "$D_DIRECTORY" && exec flux "$HOW" "$@" "$D_DIRECTORY/job.sh" 2>&1 </dev/null)
  fi
  RC=$?
  ID=''
  IFS='
'
  set -f
  for D_L in $OUT; do
    # An id stands in a line of its own; many words of a sentence could be read as one.
    case $D_L in *' '*) continue ;; esac
    D_N=$(flux job id --to=dec "$D_L" 2>/dev/null)
    case $D_N in '' | *[!0-9]*) ;; *) ID=$D_N ;; esac
  done
  unset IFS
  set +f
  case $OUT in *'Unable to connect to Flux'*) [ "$RC" -eq 0 ] || DOWN=$OUT ;; esac
}
