# shellcheck shell=bash
fork_running() { return 1; }
