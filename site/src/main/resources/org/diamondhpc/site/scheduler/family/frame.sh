# $1: the mark. What every family's programs are written with.
M=$1
S=$(printf '\037')
ME=$(id -un)
if command -v timeout >/dev/null 2>&1; then limit() { timeout "$@"; }; else limit() { shift; "$@"; }; fi
# frame NAME RC TEXT
frame() { printf '\n%s begin %s\n%s\n%s end %s %s\n' "$M" "$1" "$3" "$M" "$1" "$2"; }
clock() { frame clock 0 "$(date +%s)"; }
