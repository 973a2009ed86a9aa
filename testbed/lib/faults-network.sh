# Faults between Diamond and the cluster: the wire, the host key, the users' keys.
# shellcheck shell=bash

# Rules stand in the cluster's own network namespace, which has no others.
rule() { inside iptables -w -A "$@"; }
net_heal() { inside iptables -w -F; }

fault_net_cut() {
  [ $# = 0 ] || number "$1"
  rule INPUT -i eth0 -j DROP && rule OUTPUT -o eth0 -j DROP || return 1
  [ $# = 0 ] || later "$1" "iptables -w -D INPUT -i eth0 -j DROP; iptables -w -D OUTPUT -o eth0 -j DROP"
  did "network cut${1:+ for $1 s}"
}
fault_net_reject() {
  rule INPUT -i eth0 -p tcp --dport 22 -j REJECT --reject-with tcp-reset && did "connections to sshd are refused"
}
fault_net_loss() {
  local percent=${1:-20}
  number "$percent"
  [ "$percent" -lt 100 ] || die "a loss of 100 % is net-cut" 2
  rule INPUT -i eth0 -m statistic --mode random --probability "$(printf '0.%02d' "$percent")" -j DROP \
    && did "$percent % of the packets are lost"
}
fault_jump_only() {
  [ "$SITE" != alpha ] || die "alpha is the jump host itself" 2
  rule INPUT -i eth0 -p tcp --dport 22 -s "$(subnet).11" -j ACCEPT \
    && rule INPUT -i eth0 -p tcp --dport 22 -j DROP && did "ssh is reachable from alpha only"
}
fault_net_restore() { net_heal && did "network as usual"; }

reload_sshd() { signal_daemon $SSHD HUP; sleep 0.2; }
fault_hostkey_change() {
  inside sh -c 'cd /etc/ssh && mkdir -p real && { [ -f real/ssh_host_ed25519_key ] || mv ssh_host_ed25519_key* real/; } &&
    rm -f ssh_host_ed25519_key* && ssh-keygen -q -t ed25519 -N "" -C changed -f ssh_host_ed25519_key' && reload_sshd \
    && did "a new host key: $(inside ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub | cut -d' ' -f2)"
}
fault_hostkey_restore() {
  if [ -f "$DIR/etc/ssh/real/ssh_host_ed25519_key" ]; then
    inside sh -c 'cd /etc/ssh && mv -f real/ssh_host_ed25519_key* .' && reload_sshd
  fi
  did "the host key of always"
}
fault_key_revoke() {
  inside sh -c 'for d in /home/*/.ssh; do [ -f "$d/revoked" ] || mv "$d/authorized_keys" "$d/revoked"; done' \
    && did "no user key is accepted"
}
fault_key_restore() {
  inside sh -c 'for d in /home/*/.ssh; do [ ! -f "$d/revoked" ] || mv "$d/revoked" "$d/authorized_keys"; done' \
    && did "user keys are accepted"
}
access_heal() { fault_hostkey_restore >/dev/null && fault_key_restore >/dev/null; }
