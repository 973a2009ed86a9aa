# How to log in: ssh configuration, known hosts, certificates, one-time passwords.
# shellcheck shell=bash

host_key() { # the key of always, also while `fault hostkey-change` shows another
  local key=$DIR/etc/ssh/ssh_host_ed25519_key.pub
  [ ! -f "$DIR/etc/ssh/real/${key##*/}" ] || key=$DIR/etc/ssh/real/${key##*/}
  cut -d' ' -f1,2 "$key"
}

write_access() { # rewritten by each up and down, for all clusters that exist on disk
  local site
  : >"$STATE/known_hosts.new"; : >"$STATE/ssh_config.new"
  for site in $(all_sites); do
    load_site "$site"
    [ -f "$DIR/site.env" ] || continue
    { known_hosts_of "$SITE"; if has otp; then known_hosts_of "$SITE-otp"; fi; if has login2; then known_hosts_of "$SITE-logins"; fi; } \
      | sort -u >>"$STATE/known_hosts.new"
    ssh_host "$SITE" "$USER1" demo >>"$STATE/ssh_config.new"
    ssh_host "$SITE-other" "$USER2" other >>"$STATE/ssh_config.new"
    [ "$SITE" != delta ] || { ssh_host delta-via-alpha "$USER1" demo; echo " ProxyJump alpha"; } >>"$STATE/ssh_config.new"
  done
  mv "$STATE/known_hosts.new" "$STATE/known_hosts"; mv "$STATE/ssh_config.new" "$STATE/ssh_config"
}
ssh_host() {
  printf 'Host %s\n HostName %s\n User %s\n IdentityFile "%s"\n IdentitiesOnly yes\n UserKnownHostsFile "%s"\n StrictHostKeyChecking yes\n BatchMode yes\n' \
    "$1" "$IP" "$2" "$STATE/keys/$3" "$STATE/known_hosts"
}

cmd_ssh() {
  [ $# -ge 1 ] || die "usage: testbed ssh SITE[:USER] [command…]" 2
  [ -f "$STATE/ssh_config" ] || die "nothing is up"
  local host=$1; shift
  if [ "$host" != delta-via-alpha ]; then
    load_site "${host%%:*}"
    case $host in "$SITE:$USER2") host=$SITE-other ;; "$SITE:$USER1") host=$SITE ;; *:*) die "$SITE has the users $USER1 and $USER2" 2 ;; esac
  fi
  exec ssh -F "$STATE/ssh_config" "$host" "$@"
}

cmd_cert() { # a key of its own that no authorized_keys knows: only the certificate opens the door
  local site=${1:-gamma} seconds=${2:-600} dir key
  load_site "$site"
  has ca || die "$SITE trusts no certificate authority" 2
  dir=$STATE/certs/$SITE key=$STATE/certs/$SITE/id_ed25519
  mkdir -p "$dir"; chmod 700 "$dir"
  new_key "$key" testbed-certificate
  ssh-keygen -q -s "$STATE/keys/user_ca" -I "testbed-$USER1" -n "$USER1" -V "-60s:+${seconds}s" "$key.pub" || die "no certificate"
  echo "$key-cert.pub"
}

cmd_otp() {
  need_root otp
  load_site "${1:-alpha}"
  has otp || die "$SITE has no one-time passwords" 2
  site_up || die "$SITE is not up"
  local user=${2:-$USER1} code
  code=$(printf '%06d' $((SRANDOM % 1000000)))
  (umask 077; printf %s "$code" >"$DIR/etc/otp/$user.code.new"; mv "$DIR/etc/otp/$user.code.new" "$DIR/etc/otp/$user.code")
  echo "$code"
}

# ---- profiles for Diamond ----
# Plain names are the clusters; the variants are further ways into one of them.
cmd_profiles() {
  [ $# -ge 1 ] || die "usage: testbed profiles DIR [SITE…]; more: delta-via-alpha gamma-cert alpha-otp alpha-logins" 2
  local out=$1 site; shift
  mkdir -p "$out" || die "cannot write $out"
  if [ $# -eq 0 ]; then
    for site in $(all_sites); do load_site "$site"; if site_up; then set -- "$@" "$site"; fi; done
    for site in forka forkb; do if fork_running "$site"; then set -- "$@" "$site"; fi; done
    [ $# -gt 0 ] || die "nothing is up"
  fi
  : >"$out/known_hosts.new"
  for site in "$@"; do
    case $site in
      forka | forkb) fork_profile "$site" >"$out/$site.yaml"; fork_known_host "$site" ;;
      *) site_profile "$site" >"$out/$site.yaml" || exit; load_site "${site%%-*}"; known_hosts_of "$site" ;;
    esac >>"$out/known_hosts.new"
  done
  sort -u "$out/known_hosts.new" >"$out/known_hosts"; rm "$out/known_hosts.new"
  log "wrote $* to $out"
}
known_hosts_of() { # known_hosts_of PROFILE, of the loaded site
  case $1 in
    *-otp) echo "[$IP]:2222 $(host_key)" ;;
    *-logins) echo "$IP $(host_key)"; if [ -f "$DIR/etc/ssh/login2_key.pub" ]; then echo "$IP2 $(login2_key)"; fi ;;
    *) echo "$IP $(host_key)" ;;
  esac
}
login2_key() { cut -d' ' -f1,2 "$DIR/etc/ssh/login2_key.pub"; }

site_profile() {
  local id=$1 port=22 jump=null prologue="" auth1 auth2 arch more="" more_keys=""
  load_site "${id%%-*}"
  [ -f "$DIR/site.env" ] || die "$SITE was never up, so it has no host key yet"
  auth1="{kind: key, keyFile: \"$STATE/keys/demo\"}" auth2="{kind: key, keyFile: \"$STATE/keys/other\"}"
  case $id in
    "$SITE") ;;
    delta-via-alpha) jump=alpha ;;
    gamma-cert) cmd_cert gamma 3600 >/dev/null
      auth1="{kind: certificate, keyFile: \"$STATE/certs/gamma/id_ed25519\", certificateFile: \"$STATE/certs/gamma/id_ed25519-cert.pub\"}" ;;
    alpha-otp) port=2222 auth1="{kind: keyboard-interactive}" auth2=$auth1 ;;
    alpha-logins) more=", {host: $IP2, port: 22}" more_keys=", \"$(login2_key)\"" ;;
    *) die "no profile '$id'" 2 ;;
  esac
  if has hidepath; then prologue='PATH=/opt/slurm/bin:$PATH; export PATH'; fi
  arch=$(uname -m)
  cat <<EOF
id: $id
description: "$(description)"
transport:
  kind: ssh
  hosts: [{host: $IP, port: $port}$more]
  hostKeys: ["$(host_key)"$more_keys]
  jump: $jump
  maxConnections: 2
  maxChannels: 5
prologue: "$prologue"
scheduler: $(scheduler_profile)
storage:
  root: "\$HOME/.diamond"
  scratch: /scratch
$(globus_profile "$SITE" "$(case $SITE in gamma) echo false ;; *) echo true ;; esac)" "$(globus_root "$SITE")")
accounts:
  - tenant: demo
    user: $USER1
    auth: $auth1
    project: $(project proj1)
  - tenant: other
    user: $USER2
    auth: $auth2
    project: $(project proj3)
software: [{name: python, version: "$(python_version)"}]
labels: {architecture: $arch, interconnect: none}
limits: {pollMin: 1s, pollMax: 30s}
EOF
}
scheduler_profile() {
  case $FAMILY in
    slurm) echo "{family: slurm, cluster: $SITE}" ;;
    gridengine) echo '{family: gridengine, nodesPe: "mpi-{slots}", exclusive: exclusive}' ;;
  esac
}
python_version() { /usr/bin/python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])'; }
project() { if [ "$ACCT" = dbd ]; then echo "$1"; else echo null; fi; }
description() {
  local gpus=""
  [ "$GRES" = - ] || gpus=", ${GRES##*:} ${GRES#*:} a node"
  gpus=${gpus/ ${GRES#*:}/ $(cut -d: -f2 <<<"$GRES")}
  echo "$NODES nodes of $CPUS cores$gpus$([ "$FAMILY" = slurm ] || echo ", Grid Engine")$([ "$FAMILY$ACCT" != slurmnone ] || echo ", no accounting")"
}
