# Faults of nodes and decisions of administrators.
# shellcheck shell=bash

need_node() { node_names | grep -qx -- "${1:-}" || die "$SITE has the nodes ${PREFIX}001 to $(node_names | tail -1)" 2; }
need_partition() {
  [ -n "${1:-}" ] && inside scontrol show partition "$1" >/dev/null 2>&1 || die "$SITE has no partition '${1:-}'" 2
}

# A node is its UTS namespace: slurmd, its stepds and all that the jobs started share it.
fault_node_kill() {
  need_node "${1:-}"
  inside bash -c 'p=$(cat "/run/slurm/slurmd-$1.pid") && ns=$(readlink "/proc/$p/ns/uts") || exit 1
    [ "$ns" != "$(readlink /proc/1/ns/uts)" ] || exit 1
    for round in 1 2; do for d in /proc/[0-9]*; do
      if [ "$(readlink "$d/ns/uts" 2>/dev/null)" = "$ns" ]; then kill -9 "${d#/proc/}" 2>/dev/null; fi
    done; done; true' _ "$1" && did "node $1 killed (Slurm notices in about 20 s)"
}
start_nodes() { # those of the given nodes whose slurmd is not there
  inside bash -c 'for n; do
      p=$(cat "/run/slurm/slurmd-$n.pid" 2>/dev/null) && [ "$(cat "/proc/$p/comm" 2>/dev/null)" = slurmd ] && continue
      unshare --uts -- sh -c "hostname \"\$1\"; exec slurmd -N \"\$1\"" _ "$n" || exit 1
    done' _ "$@"
}
fault_node_start() { need_node "${1:-}"; start_nodes "$1" && did "node $1 runs"; }
fault_node_drain() { need_node "${1:-}"; inside scontrol update nodename="$1" state=drain reason=testbed && did "node $1 drains"; }
fault_node_resume() { need_node "${1:-}"; resume_node "$1" && did "node $1 resumed"; }
resume_node() { # "Invalid node state" only says that there was nothing to resume
  local out
  out=$(inside scontrol update nodename="$1" state=resume 2>&1) || [[ $out == *"Invalid node state"* ]] || { log "$out"; return 1; }
}
fault_partition_down() { need_partition "${1:-}"; inside scontrol update partitionname="$1" state=DOWN && did "partition $1 is down"; }
fault_partition_drain() { need_partition "${1:-}"; inside scontrol update partitionname="$1" state=DRAIN && did "partition $1 drains"; }
fault_partition_up() { need_partition "${1:-}"; inside scontrol update partitionname="$1" state=UP && did "partition $1 is up"; }
fault_maint_on() {
  local minutes=${1:-60}
  number "$minutes"
  inside scontrol create reservation reservationname=maint starttime=now duration="$minutes" users=root nodes=ALL \
    flags=maint,ignore_jobs >/dev/null && wait_until 10 in_maintenance && did "maintenance for $minutes minutes"
}
in_maintenance() { inside sinfo -h -o %T | grep -q maint; }   # Slurm marks the nodes some seconds later
fault_maint_off() { inside scontrol delete reservationname=maint >/dev/null 2>&1; did "no maintenance"; }

nodes_heal() {
  [ "$FAMILY" = slurm ] || return 0
  local name
  mapfile -t names < <(node_names)
  start_nodes "${names[@]}" || return 1
  fault_maint_off >/dev/null
  for name in $(inside sinfo -h -a -o %R | sort -u); do
    inside scontrol update partitionname="$name" state=UP || return 1
  done
  wait_until 20 nodes_well
}
nodes_well() { # a killed node may turn DOWN only while we look, so each look also resumes
  local name bad
  bad=$(inside sinfo -h -N -o '%N %T' | awk '$2 ~ /drain|down|fail|unk|\*/ {print $1}' | sort -u)
  for name in $bad; do resume_node "$name"; done
  [ -z "$bad" ]
}
