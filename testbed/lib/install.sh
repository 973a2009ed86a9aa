# The Debian packages a cluster is made of.
# shellcheck shell=bash

# Commands rather than package states: quick to check, and true whichever package brought them.
NEEDED="slurmctld:slurmctld slurmd:slurmd sbatch:slurm-client slurmdbd:slurmdbd munged:munge
  mariadbd:mariadb-server mariadb-install-db:mariadb-server sshd:openssh-server ssh:openssh-client
  ip:iproute2 iptables:iptables nsenter:util-linux mkfs.ext4:e2fsprogs ps:procps python3:python3-minimal tcsh:tcsh"

missing_packages() {
  local pair
  for pair in $NEEDED; do command -v "${pair%%:*}" >/dev/null || echo "${pair#*:}"; done | sort -u
}

cmd_install() {
  local missing
  missing=$(missing_packages | tr '\n' ' ')
  [ -n "$missing" ] || { gridengine_install; log "all packages are present"; return 0; }
  command -v apt-get >/dev/null || unavailable "missing: $missing— they can be installed here on Debian and Ubuntu only"
  [ "$(id -u)" = 0 ] || unavailable "missing: $missing— run 'testbed install' as root"
  log "installing: $missing(no system service is started)"
  forbid_services
  export DEBIAN_FRONTEND=noninteractive
  # A dead third-party source must not stop us: what counts is whether the packages can be had.
  apt-get -q update >"$STATE.apt.log" 2>&1 || log "apt-get update had errors, going on"
  # shellcheck disable=SC2086
  apt-get -q install -y --no-install-recommends $missing >>"$STATE.apt.log" 2>&1 \
    || { tail -5 "$STATE.apt.log" >&2; unavailable "apt-get could not install: $missing"; }
  missing=$(missing_packages | tr '\n' ' ')
  [ -z "$missing" ] || unavailable "still missing after the installation: $missing"
  gridengine_install
  rm -f "$STATE.apt.log"
  log "installed"
}

# Package scripts ask policy-rc.d before they start a service; 101 means "not allowed".
forbid_services() {
  local policy=/usr/sbin/policy-rc.d
  mkdir -p "$(dirname "$STATE")"
  if [ -e $policy ]; then
    mv $policy "$policy.testbed"
    trap 'mv -f /usr/sbin/policy-rc.d.testbed /usr/sbin/policy-rc.d' EXIT
  else
    trap 'rm -f /usr/sbin/policy-rc.d' EXIT
  fi
  printf '#!/bin/sh\nexit 101\n' >$policy
  chmod 755 $policy
}

require_packages() {
  local missing
  missing=$(missing_packages | tr '\n' ' ')
  [ -z "$missing" ] || unavailable "missing packages: $missing— run 'testbed install' first"
}
