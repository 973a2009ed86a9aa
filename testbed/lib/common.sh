# Paths, messages, the clusters table and the record of what this testbed started.
# shellcheck shell=bash
# shellcheck disable=SC2034  # the variables set here are read by the files sourced after this one

DIAMOND_HOME=${DIAMOND_HOME:-$CHECKOUT/.diamond}
case $DIAMOND_HOME in /*) ;; *) DIAMOND_HOME=$PWD/$DIAMOND_HOME ;; esac
STATE=$DIAMOND_HOME/testbed
# Everything with a name outside the state directory (links, control groups) carries this tag,
# so two checkouts run side by side and `down` finds exactly its own things, even without records.
TAG=dtb$(printf %s "$STATE" | cksum | awk '{printf "%06x", $1 % 16777216}')
BRIDGE=$TAG
CGROUP_CONTROLLERS="memory freezer cpuacct cpuset"
export PATH=/usr/local/sbin:/usr/sbin:/sbin:/usr/local/bin:/usr/bin:/bin

log() { printf 'testbed: %s\n' "$*" >&2; }
die() { log "$1"; exit "${2:-1}"; }
unavailable() { die "$*" 3; }
need_root() { [ "$(id -u)" = 0 ] || unavailable "$1 needs root (namespaces, a bridge); 'testbed fork-up' works without"; }
wait_until() { # wait_until SECONDS command…: true as soon as the command succeeds
  local end=$((${EPOCHREALTIME/[.,]/} + $1 * 1000000)); shift
  until "$@"; do [ "${EPOCHREALTIME/[.,]/}" -lt "$end" ] || return 1; sleep 0.03; done
}

all_sites() { awk '!/^#/ && NF {print $1}' "$HERE/clusters.conf"; }
load_site() { # sets the variables of one cluster, from its line in the table
  local line users
  line=$(awk -v n="$1" '$1 == n' "$HERE/clusters.conf")
  [ -n "$line" ] || die "no cluster '$1'; there are: $(all_sites | tr '\n' ' ')" 2
  read -r SITE IDX NODES PREFIX CPUS SOCKETS CORES MEM GRES ACCT users ZONE WRINKLES <<<"$line"
  IFS=:, read -r USER1 UID1 USER2 UID2 <<<"$users"
  FAMILY=slurm
  if has gridengine; then FAMILY=gridengine; fi
  DIR=$STATE/sites/$SITE
  IP=$(subnet).1$IDX
  IP2=$(subnet).2$IDX                                    # of the second login node, where there is one
}
subnet() { cat "$STATE/subnet" 2>/dev/null || echo 10.77.255; }
has() { [[ ",$WRINKLES," == *",$1,"* ]]; }
node_names() { local i; for ((i = 1; i <= NODES; i++)); do printf '%s%03d\n' "$PREFIX" "$i"; done; }

# Slurm's nodes share the cluster's one address, told apart by their ports; Grid Engine knows hosts by their addresses.
node_addresses() {
  local i
  for ((i = 1; i <= NODES; i++)); do
    printf '%s %s%03d\n' "$([ "$FAMILY" = slurm ] && echo 127.0.0.1 || echo "10.79.0.$((10 + i))")" "$PREFIX" "$i"
  done
}

# A process counts as ours only if pid and start time both match the record: pids are used again.
start_time() { local s; s=$(cat "/proc/$1/stat" 2>/dev/null) || return 1; read -ra s <<<"${s##*) }"; echo "${s[19]}"; }
recorded_pid() { # recorded_pid FILE → pid, if it is still that process
  local pid start
  read -r pid start 2>/dev/null <"$1" || return 1
  [ -n "$start" ] && [ "$(start_time "$pid")" = "$start" ] && echo "$pid"
}
# spawn FILE LOG command…: starts a daemon that has recorded itself before its first own instruction,
# so that nothing is forgotten if this script is killed in between.
spawn() {
  local file=$1 log=$2; shift 2
  # shellcheck disable=SC2016
  setsid bash -c 'f=$1; shift; s=$(</proc/$$/stat); s=${s##*) }; read -ra w <<<"$s"
    echo "$$ ${w[19]}" >"$f"; exec "$@"' spawn "$file" "$@" >"$log" 2>&1 </dev/null 9>&- &
  disown
}
end_recorded() { # end_recorded FILE SIGNAL SECONDS: signal, wait, then kill
  local pid
  if pid=$(recorded_pid "$1"); then
    kill "-$2" "$pid" 2>/dev/null
    wait_until "$3" gone "$pid" || { kill -KILL "$pid" 2>/dev/null; wait_until 5 gone "$pid"; }
  fi
  rm -f "$1"
}
gone() { local s; s=$(cat "/proc/$1/stat" 2>/dev/null) || return 0; s=${s##*) }; [ "${s:0:1}" = Z ]; }

new_key() { # new_key FILE COMMENT: once; half a pair, from a killed run, is none
  [ -s "$1.pub" ] && return
  rm -f "$1"
  ssh-keygen -q -t ed25519 -N '' -C "$2" -f "$1"
}

lock() { # one up, down or fault of a testbed at a time; daemons never inherit descriptor 9
  mkdir -p "$STATE"; chmod 755 "$STATE"
  exec 9>"$STATE/lock"
  flock -w 120 9 || die "another testbed command holds $STATE/lock"
}
