# What a cluster has on disk before it starts: its /etc, users, keys, homes.
# shellcheck shell=bash

# The parts of the host's /etc that programs in /usr need; everything else of the host stays unknown.
ETC_PARTS="alternatives ld.so.cache ld.so.conf ld.so.conf.d bash.bashrc profile skel login.defs
  protocols services rpc mime.types python3 python3.11 csh.cshrc csh.login csh terminfo inputrc environment"

build_common() { # keys of the tenants, the certificate authority; once for all clusters
  local tenant
  mkdir -p "$STATE/keys" "$STATE/sites"
  chmod 700 "$STATE/keys"
  for tenant in demo other user_ca; do
    new_key "$STATE/keys/$tenant" "testbed-$tenant"
  done
}

build_site() { # idempotent: keys and data stay, configuration is written anew
  mkdir -p "$DIR"/{rootfs,etc/{slurm,munge,ssh,pam.d,otp,profile.d},opt,root,tmp,usr-local/bin,home} \
    "$DIR"/var/{lib/{slurm,munge},spool,log/{slurm,munge},tmp}
  chmod 1777 "$DIR/tmp" "$DIR/var/tmp"
  chmod 700 "$DIR/root"
  local part
  for part in $ETC_PARTS; do [ -e "/etc/$part" ] && cp -a --update "/etc/$part" "$DIR/etc/"; done
  build_names
  build_users
  build_sshd
  "build_$FAMILY"
  [ "$(stat -c %s "$DIR/etc/munge/munge.key" 2>/dev/null)" = 128 ] || head -c 128 /dev/urandom >"$DIR/etc/munge/munge.key"
  chmod 700 "$DIR/etc/munge" "$DIR/var/log/munge"; chmod 711 "$DIR/var/lib/munge"
  chmod 400 "$DIR/etc/munge/munge.key"
  chown -R munge:munge "$DIR/etc/munge" "$DIR/var/lib/munge" "$DIR/var/log/munge"
  chown slurm:slurm "$DIR/var/lib/slurm" "$DIR/var/log/slurm"
  build_home
  { declare -p SITE FAMILY IDX NODES PREFIX CPUS MEM GRES ACCT USER1 UID1 USER2 UID2 WRINKLES IP IP2 DIR STATE CGROUP_CONTROLLERS | sed 's/^declare -x/declare --/'
    echo "GATEWAY=$(subnet).1 GRIDENGINE=$GRIDENGINE_HOME"; } >"$DIR/site.env"
  cp "$HERE/lib/site-init.sh" "$DIR/root/init.sh"; cp "$HERE/lib/$FAMILY-init.sh" "$DIR/root/scheduler.sh"; cp "$HERE/lib/site-sshd.sh" "$DIR/root/start-sshd"
  chmod 700 "$DIR/root/start-sshd"
}

build_names() {
  local e=$DIR/etc
  echo "$SITE-login1" >"$e/hostname"
  ln -sfn "/usr/share/zoneinfo/$ZONE" "$e/localtime"; echo "$ZONE" >"$e/timezone"
  printf '%s: files\n' passwd group shadow hosts services protocols >"$e/nsswitch.conf"
  : >"$e/resolv.conf"
  { echo "127.0.0.1 localhost"
    echo "$IP $SITE-login1 $SITE-login1.$SITE.test"
    node_addresses; } >"$e/hosts"
}

build_users() { # system accounts as on the host (files of munge and slurm carry their ids), two people
  local e=$DIR/etc id
  awk -F: '$3 < 1000 || $3 >= 60000' /etc/passwd >"$e/passwd"
  awk -F: '$3 < 1000 || $3 >= 60000' /etc/group >"$e/group"
  awk -F: '{print $1 ":*:19000:0:99999:7:::"}' "$e/passwd" >"$e/shadow"
  local shell1=/bin/bash
  if has shellnoise && [ -x /bin/tcsh ]; then shell1=/bin/tcsh; fi
  add_user "$USER1" "$UID1" $shell1
  add_user "$USER2" "$UID2" /bin/bash
  for id in root slurm munge; do grep -q "^$id:" "$e/passwd" || die "the host has no account '$id'"; done
  chmod 640 "$e/shadow"
  cp "$STATE/keys/demo.pub" "$e/ssh/$USER1.pub"; cp "$STATE/keys/other.pub" "$e/ssh/$USER2.pub"
}
add_user() {
  echo "$1:x:$2:$2:$1 of $SITE:/home/$1:$3" >>"$DIR/etc/passwd"
  echo "$1:x:$2:" >>"$DIR/etc/group"
  echo "$1:*:19000:0:99999:7:::" >>"$DIR/etc/shadow"   # "*", not "!": sshd refuses locked accounts
}

# Homes live on a file system of their own with an end: a full disk is real. It outlives `down`.
build_home() {
  [ -f "$DIR/home.img" ] && return
  truncate -s 512M "$DIR/home.img.new"
  mkfs.ext4 -q -m 0 -E lazy_itable_init=1,nodiscard "$DIR/home.img.new"
  mv "$DIR/home.img.new" "$DIR/home.img"
}

build_sshd() {
  local e=$DIR/etc
  if [ -f "$e/ssh/real/ssh_host_ed25519_key" ]; then mv -f "$e"/ssh/real/* "$e/ssh/"; fi   # left by a fault
  new_key "$e/ssh/ssh_host_ed25519_key" "$SITE-login1"
  cat >"$e/ssh/sshd_config" <<EOF
Port 22
ListenAddress $IP
HostKey /etc/ssh/ssh_host_ed25519_key
UsePAM no
PasswordAuthentication no
KbdInteractiveAuthentication no
PermitRootLogin no
UseDNS no
MaxSessions 10
MaxStartups 10:30:100
AcceptEnv LANG LC_*
Subsystem sftp internal-sftp
PidFile /run/sshd.pid
EOF
  if has ca; then
    cp "$STATE/keys/user_ca.pub" "$e/ssh/user_ca.pub"
    echo "TrustedUserCAKeys /etc/ssh/user_ca.pub" >>"$e/ssh/sshd_config"
  fi
  if has otp; then build_otp; fi
  if has login2; then
    new_key "$e/ssh/login2_key" "$SITE-login2"
    sed -e "s/^ListenAddress.*/ListenAddress $IP2/" -e 's#^HostKey.*#HostKey /etc/ssh/login2_key#' \
      -e 's#/run/sshd.pid#/run/sshd-login2.pid#' "$e/ssh/sshd_config" >"$e/ssh/sshd_config_login2"
  fi
}

# A second sshd that knows nothing but a one-time password; only this one uses PAM.
build_otp() {
  local e=$DIR/etc
  sed -e 's/^Port 22$/Port 2222/' -e 's/^UsePAM no/UsePAM yes/' -e 's/^KbdInteractive.*/KbdInteractiveAuthentication yes/' \
    -e 's#/run/sshd.pid#/run/sshd-otp.pid#' "$e/ssh/sshd_config" >"$e/ssh/sshd_config_otp"
  printf 'PubkeyAuthentication no\nAuthenticationMethods keyboard-interactive\n' >>"$e/ssh/sshd_config_otp"
  cat >"$e/pam.d/sshd" <<'EOF'
auth     required pam_exec.so expose_authtok quiet /etc/otp/check
auth     required pam_permit.so
account  required pam_permit.so
session  required pam_permit.so
password required pam_deny.so
EOF
  cat >"$e/otp/check" <<'EOF'
#!/bin/sh
# One code, one login: the file is taken away before it is compared, so no code is ever tried twice.
code=$(tr -d '\000')
mv "/etc/otp/$PAM_USER.code" "/etc/otp/.$PAM_USER.$$" 2>/dev/null || exit 1
[ "$code" = "$(cat "/etc/otp/.$PAM_USER.$$")" ]; rc=$?
rm -f "/etc/otp/.$PAM_USER.$$"
exit $rc
EOF
  chmod 700 "$e/otp" "$e/otp/check"
}
