d_at=''
if [ -n "${SLURM_JOB_ID:-}" ] && command -v srun >/dev/null 2>&1; then d_at=srun
elif [ -n "${FLUX_URI:-}" ] && command -v flux >/dev/null 2>&1; then d_at=flux
fi
# Whether there is such a program now, beside the function: a module may have brought it since.
d_has() { (unset -f "$1" 2>/dev/null; command -v "$1") >/dev/null 2>&1; }
# PROCESSES PROGRAM…: by what there is here; without anything, as processes of this node.
d_launch() {
  d_n=$1
  shift
  if [ "$d_n" -le 1 ]; then "$@"
  elif [ "$d_at" = srun ]; then d_step "$@"
  elif [ "$d_at" = flux ]; then command flux run -n "$d_n" "$@"
  elif d_has mpiexec; then command mpiexec -n "$d_n" "$@"
  elif d_has mpirun; then command mpirun -n "$d_n" "$@"
  elif [ "$d_nodes" -gt 1 ]; then
    echo "no launcher for $d_n processes on $d_nodes nodes: load an MPI module" >&2
    return 127
  else
    d_pids='' d_rc=0
    while [ "$d_n" -gt 0 ]; do
      "$@" &
      d_pids="$! $d_pids" d_n=$((d_n - 1))
    done
    while [ -n "$d_pids" ]; do
      wait "${d_pids%% *}" || d_rc=$?
      d_pids=${d_pids#* }
    done
    return "$d_rc"
  fi
}
# As a step of the Slurm job; beside others, as programs that mpirun starts.
d_step() {
  d_beside=''
  case $(srun --help 2>&1) in *--overlap*) d_beside=--overlap ;; esac
  if [ "$d_n" -gt "${SLURM_NTASKS:-1}" ]; then
    # Cores of one process that the script shares out among several: a step's own defaults would ask for all of them each.
    d_cores=$((${SLURM_NTASKS:-1} * ${SLURM_CPUS_PER_TASK:-1} / d_n))
    [ "$d_cores" -ge 1 ] || d_cores=1
    (unset SLURM_NTASKS_PER_NODE; exec srun ${d_beside:+"$d_beside"} -n "$d_n" -c "$d_cores" "$@")
  else
    command srun ${d_beside:+"$d_beside"} -n "$d_n" "$@"
  fi
}
# "COUNT OPTIONS" "OPTIONS WITH A VALUE" WORDS…: what matters of a launcher's words is how many and what.
d_words() {
  d_counts=" $1 " d_valued=" $2 " d_c=$d_processes
  shift 2
  while [ $# -gt 0 ]; do
    case $1 in
      --) shift; break ;;
      --*=*)
        case $d_counts in *" ${1%%=*} "*) d_c=${1#*=} ;; esac
        shift ;;
      -env | -genv) export "$2=$3"; shift 3 ;;
      -*)
        case $d_counts in *" $1 "*) d_c=$2; shift 2; continue ;; esac
        case $d_valued in *" $1 "*) shift 2; continue ;; esac
        case $1 in -n[0-9]*) d_c=${1#-n} ;; esac
        shift ;;
      *) break ;;
    esac
  done
  d_launch "$d_c" "$@"
}
