# shellcheck shell=bash
cmd_fault() { die "no faults yet"; }
