# What a Grid Engine cluster has on disk before it starts. Its packages are unpacked for the clusters alone, since
# they contradict other schedulers' packages (both have a qsub).
# shellcheck shell=bash

GRIDENGINE_PACKAGES="gridengine-common gridengine-client gridengine-master gridengine-exec libjemalloc2 libhwloc15"
GRIDENGINE_UID=64031
GRIDENGINE_HOME=$CHECKOUT/.diamond/gridengine     # one for all testbeds of a checkout, as packages are one for a machine

gridengine_there() { [ -x "$GRIDENGINE_HOME/usr/lib/gridengine/sge_qmaster" ]; }

gridengine_fetch() { # downloads and unpacks; nothing is installed
  local dir=$GRIDENGINE_HOME.new deb
  rm -rf "$dir"; mkdir -p "$dir/debs"
  # shellcheck disable=SC2086
  (cd "$dir/debs" && apt-get -q download $GRIDENGINE_PACKAGES) >>"$GRIDENGINE_HOME.apt.log" 2>&1 || { tail -3 "$GRIDENGINE_HOME.apt.log" >&2; return 1; }
  for deb in "$dir"/debs/*.deb; do dpkg -x "$deb" "$dir" || return 1; done
  rm -rf "$dir/debs" "$GRIDENGINE_HOME" "$GRIDENGINE_HOME.apt.log"; mv "$dir" "$GRIDENGINE_HOME"
}

gridengine_install() { # nothing else needs it: without it there is one cluster less
  if gridengine_there; then return 0; fi
  log "fetching Grid Engine for its cluster (unpacked there, not installed)"
  gridengine_fetch || log "Grid Engine's packages cannot be had: its cluster will be left out"
}

build_gridengine() {
  local e=$DIR/etc
  gridengine_there || unavailable "$SITE needs Grid Engine's packages: run 'testbed install'"
  sed -i '/^sgeadmin:/d' "$e/passwd" "$e/group" "$e/shadow"
  echo "sgeadmin:x:$GRIDENGINE_UID:$GRIDENGINE_UID::/var/lib/gridengine:/bin/sh" >>"$e/passwd"
  echo "sgeadmin:x:$GRIDENGINE_UID:" >>"$e/group"
  echo "sgeadmin:*:19000:0:99999:7:::" >>"$e/shadow"
  grep -q '^sge_qmaster' "$e/services" || printf 'sge_qmaster 6444/tcp\nsge_execd 6445/tcp\n' >>"$e/services"
  mkdir -p "$DIR/var/lib/gridengine" "$DIR/var/spool/gridengine"
  cp -a --update "$GRIDENGINE_HOME/var/lib/gridengine/." "$DIR/var/lib/gridengine/"
}
