# Two sites without a scheduler and without root: an sshd of this user on loopback, with a home of its own.
# shellcheck shell=bash

FORK=$STATE/fork
FORK_SITES="forka forkb"

fork_running() { recorded_pid "$FORK/$1/pid" >/dev/null; }
fork_port() { cat "$FORK/$1/port"; }
fork_host_key() { cut -d' ' -f1,2 "$FORK/$1/host_key.pub"; }
fork_known_host() { echo "[127.0.0.1]:$(fork_port "$1") $(fork_host_key "$1")"; }

cmd_fork_up() {
  local site sshd
  sshd=$(command -v sshd) || unavailable "there is no sshd: install openssh-server ('testbed install' does, as root)"
  lock
  mkdir -p "$STATE/keys"; chmod 700 "$STATE/keys"
  for site in demo other; do
    new_key "$STATE/keys/$site" "testbed-$site"
  done
  [ "$(id -u)" != 0 ] || mkdir -p /run/sshd      # sshd as root insists on it
  for site in $FORK_SITES; do
    fork_running "$site" || fork_start "$site" "$sshd"
    log "$site: 127.0.0.1:$(fork_port "$site")"
  done
}

fork_start() {
  local dir=$FORK/$1 try
  mkdir -p "$dir/home" "$dir/scratch"; chmod 700 "$dir" "$dir/home"
  new_key "$dir/host_key" "$1"
  cat "$STATE/keys/demo.pub" "$STATE/keys/other.pub" >"$dir/authorized_keys"
  # The port of last time, so that known hosts stay true; another one if somebody has taken it.
  [ -s "$dir/port" ] || echo $((20000 + SRANDOM % 12000)) >"$dir/port"
  for try in 1 2 3 4 5 6 7 8; do
    fork_config "$1" >"$dir/sshd_config"
    spawn "$dir/pid" "$dir/sshd.log" "$2" -D -e -f "$dir/sshd_config"
    wait_until 3 fork_answers "$1" && return
    end_recorded "$dir/pid" TERM 2
    grep -q 'Address already in use' "$dir/sshd.log" || break
    log "$1: port $(fork_port "$1") is taken, trying another (try $try)"
    echo $((20000 + SRANDOM % 12000)) >"$dir/port"
  done
  die "$1: sshd does not start, see $dir/sshd.log"
}
fork_answers() { # the banner must be of our own sshd, not of a stranger on that port
  grep -q 'Server listening on 127.0.0.1' "$FORK/$1/sshd.log" 2>/dev/null && fork_running "$1"
}
fork_config() {
  local dir=$FORK/$1
  cat <<EOF
ListenAddress 127.0.0.1:$(fork_port "$1")
HostKey $dir/host_key
AuthorizedKeysFile $dir/authorized_keys
AllowUsers $(id -un)
PidFile none
StrictModes no
UsePAM no
PasswordAuthentication no
KbdInteractiveAuthentication no
PermitRootLogin prohibit-password
UseDNS no
MaxSessions 10
MaxStartups 10:30:100
Subsystem sftp internal-sftp -d $dir/home
SetEnv HOME=$dir/home
EOF
}

cmd_fork_down() {
  local site
  [ -d "$FORK" ] || return 0
  lock
  for site in $FORK_SITES; do
    fork_sessions_end "$site"
    end_recorded "$FORK/$site/pid" TERM 5
  done
  globus_if_unserved
}
# Sessions are children of the listener; the jobs they left behind carry the site's home.
fork_sessions_end() {
  local listener pid
  listener=$(recorded_pid "$FORK/$1/pid") || listener=0
  for pid in $(pgrep -P "$listener" 2>/dev/null); do kill "$pid" 2>/dev/null; done
  while read -r pid; do kill "$pid" 2>/dev/null; done \
    < <(grep -lzsx "HOME=$FORK/$1/home" /proc/[0-9]*/environ | cut -d/ -f3)
}

fork_profile() {
  fork_running "$1" || die "$1 is not up (testbed fork-up)"
  local dir=$FORK/$1 user; user=$(id -un)
  cat <<EOF
id: $1
description: "Workstation without a scheduler"
transport:
  kind: ssh
  hosts: [{host: 127.0.0.1, port: $(fork_port "$1")}]
  hostKeys: ["$(fork_host_key "$1")"]
  jump: null
  maxConnections: 2
  maxChannels: 5
prologue: ""
scheduler: {family: fork, slots: 2}
storage:
  root: "$dir/home/.diamond"
  scratch: "$dir/scratch"
$(globus_profile "$1" true "$(globus_root "$1")")
accounts:
  - tenant: demo
    user: $user
    auth: {kind: key, keyFile: "$STATE/keys/demo"}
    project: null
  - tenant: other
    user: $user
    auth: {kind: key, keyFile: "$STATE/keys/other"}
    project: null
software: [{name: python, version: "$(python_version)"}]
labels: {architecture: $(uname -m), interconnect: none}
limits: {pollMin: 1s, pollMax: 30s}
EOF
}
