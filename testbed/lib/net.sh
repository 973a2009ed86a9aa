# One bridge for the testbed, one link a cluster. Names derive from the state directory's tag.
# shellcheck shell=bash

network_up() {
  [[ $(ip -4 -o addr show dev "$BRIDGE" 2>/dev/null) == *" $(subnet).1/24 "* ]] && return
  network_down      # half-made by an `up` that was killed
  # Two testbeds that start at once must not choose the same subnet.
  exec 8>/run/diamond-testbed.subnet.lock
  flock 8
  choose_subnet
  ip link add "$BRIDGE" type bridge
  ip addr add "$(subnet).1/24" dev "$BRIDGE"
  ip link set "$BRIDGE" up
  exec 8>&-
}

# The subnet of last time if it is free, else the first free one, counted from the tag on,
# so that different checkouts rarely want the same and known_hosts files stay true.
choose_subnet() {
  local taken n start candidate
  taken=$(ip -4 -o addr show; ip -4 route show)
  start=$((0x${TAG#dtb} % 250))
  for candidate in "$(cat "$STATE/subnet" 2>/dev/null)" $(for ((n = 0; n < 250; n++)); do echo "10.77.$(((start + n) % 250))"; done); do
    if [[ $candidate == 10.77.* && $taken != *"$candidate."* ]]; then echo "$candidate" >"$STATE/subnet"; return; fi
  done
  die "no free subnet in 10.77.0.0/16"
}

link_up() { # link_up PID: gives the cluster's network namespace its eth0
  ip link del "$TAG-$IDX" 2>/dev/null
  ip link add "$TAG-$IDX" type veth peer name eth0 address "$(printf '02:77:%s:%s:%s:%02x' "${TAG:3:2}" "${TAG:5:2}" "${TAG:7:2}" "$IDX")" netns "$1"
  ip link set "$TAG-$IDX" master "$BRIDGE" up
}
link_down() { ip link del "$TAG-$IDX" 2>/dev/null || true; }
network_down() { ip link del "$BRIDGE" 2>/dev/null || true; }
