# Talking to the user. Exit codes: 1 failed, 2 bad usage, 3 not possible on this machine.
# shellcheck shell=bash

say() { printf 'diamond: %s\n' "$*" >&2; }
die() { say "$*"; exit 1; }
misused() { say "$*"; exit 2; }
unavailable() { say "$*"; exit 3; }
