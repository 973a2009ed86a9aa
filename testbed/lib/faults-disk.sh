# Full file systems: really full, down to the last block.
# shellcheck shell=bash

fill() { # fill DIRECTORY: what is free in one go, then block by block what is left
  inside sh -c 'n=$(df --output=avail -k "$1" | tail -1)
    fallocate -l "${n}k" "$1/.filler" 2>/dev/null
    dd if=/dev/zero of="$1/.filler.rest" bs=4k status=none 2>/dev/null
    sync -f "$1"; [ "$(df --output=avail -k "$1" | tail -1)" -eq 0 ]' _ "$1"
}
fault_disk_full() { fill /home && did "/home is full"; }
fault_scratch_full() { fill /scratch && did "/scratch is full"; }
disk_heal() { inside sh -c 'rm -f /home/.filler* /scratch/.filler*'; }
fault_disk_free() { disk_heal && did "/home and /scratch have room"; }
