# d_files N KIND DIR: what lies in an attempt's directory, with builtins alone where the job is in good order.
d_line() { # TAG ELEMENT FILE
  D_L=''
  { read -r D_L <"$3"; } 2>/dev/null
  [ -z "$D_L" ] || printf '%s %s %s\n' "$1" "$2" "$D_L"
}
d_files() {
  if [ ! -d "$3" ]; then
    printf 'D %s gone\n' "$1"
    return
  fi
  printf 'D %s\n' "$1"
  d_line j - "$3/jobid"
  d_line r - "$3/removed"
  for D_F in "$3"/duplicate.*; do
    case $D_F in *'*' | *.tmp) ;; *) printf 'x - %s\n' "${D_F##*/duplicate.}" ;; esac
  done
  if [ "$2" = a ]; then
    for D_F in "$3"/started.*; do case $D_F in *[!0-9]) ;; *) d_line s "${D_F##*.}" "$D_F" ;; esac; done
    for D_F in "$3"/exit.*; do case $D_F in *[!0-9]) ;; *) d_line e "${D_F##*.}" "$D_F" ;; esac; done
    for D_F in "$3"/claim.*; do
      case $D_F in *'*') continue ;; esac
      [ -e "$3/started.${D_F##*.}" ] || printf 'c %s %s\n' "${D_F##*.}" "$(readlink "$D_F")"
    done
    return
  fi
  d_line s - "$3/started"
  if [ -z "$D_L" ] && [ -h "$3/claim" ]; then printf 'c - %s\n' "$(readlink "$3/claim")"; fi
  d_line e - "$3/exit"
  D_EXIT=$D_L
}
