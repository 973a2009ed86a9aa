# $1 mark; $2 what is wanted: new, all or storage; $3 Diamond's folder; $4 scratch or -; $5 sh lines that print quotas
M=$1
if command -v timeout >/dev/null 2>&1; then limit() { timeout "$@"; }; else limit() { shift; "$@"; }; fi
# frame NAME RC TEXT
frame() { printf '\n%s begin %s\n%s\n%s end %s %s\n' "$M" "$1" "$3" "$M" "$1" "$2"; }
# there PATH: the nearest folder above that exists
there() { D_P=$1; while [ ! -d "$D_P" ] && [ "$D_P" != / ] && [ -n "$D_P" ]; do D_P=${D_P%/*}; done; printf '%s' "${D_P:-/}"; }
# space USE PATH
space() {
  D_AT=$(there "$2")
  printf '%s\n%s\n%s\n%s\n' "$1" "$2" "$(limit 10 df -Pk -- "$D_AT" 2>/dev/null | tail -n 1)" \
    "$(limit 10 df -Pi -- "$D_AT" 2>/dev/null | tail -n 1)"
}
D_LOGIN='
printf "\n%s begin login\n%s\n%s\n%s end login 0\n" "$0" "$PATH" "${SCRATCH:-${WORK:-}}" "$0"
[ "$1" != new ] || exit 0
type module >/dev/null 2>&1 || for F in "$LMOD_PKG/init/sh" /usr/share/lmod/lmod/init/sh /usr/share/modules/init/sh; do
  [ ! -r "$F" ] || { . "$F" >/dev/null 2>&1; break; }
done
if ! type module >/dev/null 2>&1; then printf "\n%s begin modules\nnone\n%s end modules 0\n" "$0" "$0"
elif [ -n "$LMOD_CMD" ]; then
  T=$(module -t spider 2>&1); printf "\n%s begin modules\nlmod\n%s\n%s end modules %s\n" "$0" "$T" "$0" "$?"
else
  T=$(module -t avail 2>&1); printf "\n%s begin modules\nenvironment-modules\n%s\n%s end modules %s\n" "$0" "$T" "$0" "$?"
fi'
if [ "$2" != storage ]; then
  frame host 0 "$(uname -n; uname -m; uname -sr; getconf _NPROCESSORS_ONLN 2>/dev/null)"
  frame system 0 "$(sed -n 's/^PRETTY_NAME=//p' /etc/os-release 2>/dev/null)"
  frame libc 0 "$(getconf GNU_LIBC_VERSION 2>/dev/null || ldd --version 2>&1 | head -n 2)"
  frame containers 0 "$(for F in apptainer singularity podman-hpc podman shifter sarus enroot ch-run; do
    ! command -v "$F" >/dev/null 2>&1 || printf '%s %s\n' "$F" "$(limit 5 "$F" --version 2>/dev/null </dev/null | head -n 1)"
  done)"
  D_SH=$(command -v bash || command -v sh)
  limit 90 "$D_SH" -lc "$D_LOGIN" "$M" "$2" 2>/dev/null </dev/null
fi
frame space 0 "$(space root "$3"; space home "$HOME"; [ "$4" = - ] || space scratch "$4")"
frame quota "$?" "$(limit 10 quota -w 2>/dev/null </dev/null)"
[ -z "$5" ] || frame quotas 0 "$(limit 20 sh -c "$5" 2>/dev/null </dev/null)"
