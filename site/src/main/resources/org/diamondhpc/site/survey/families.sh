# $1 mark; $2 the PATH of a login shell; then pairs: a family, and sh that says whether it is at home
M=$1
D_LOGIN=$2
shift 2
if command -v timeout >/dev/null 2>&1; then limit() { timeout "$@"; }; else limit() { shift; "$@"; }; fi
frame() { printf '\n%s begin %s\n%s\n%s end %s %s\n' "$M" "$1" "$3" "$M" "$1" "$2"; }
D_MORE=
set -f
IFS=:
for D in $D_LOGIN:/opt/slurm/bin:/opt/slurm/current/bin:/usr/local/slurm/bin:/cm/shared/apps/slurm/current/bin:/opt/pbs/bin:/opt/pbs/default/bin:/opt/sge/bin/lx-amd64:/opt/gridengine/bin/lx-amd64:/opt/lsf/bin:/opt/flux/bin; do
  case ":$PATH$D_MORE:" in *":$D:"*) continue ;; esac
  for C in sbatch qsub bsub flux; do
    [ ! -x "$D/$C" ] || { D_MORE="$D_MORE:$D"; break; }
  done
done
unset IFS
set +f
# where the login shell looks first counts
PATH=${D_MORE#:}${D_MORE:+:}$PATH
export PATH
frame path 0 "${D_MORE#:}"
while [ $# -ge 2 ]; do
  T=$(limit 10 sh -c "$2" 2>/dev/null </dev/null)
  frame "family-$1" "$?" "$T"
  shift 2
done
