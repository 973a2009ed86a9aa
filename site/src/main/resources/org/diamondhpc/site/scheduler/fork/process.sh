# Set above or here: F_ROOT. A process is known by pid, start time and boot, so that a number used again is another.
F_JOBS=$F_ROOT/fork/jobs
F_BOOT=''
{ read -r F_BOOT </proc/sys/kernel/random/boot_id; } 2>/dev/null
# f_start PID: sets F_START to the start time in clock ticks since boot, or to nothing
f_start() {
  F_START=''
  { IFS= read -r F_LINE <"/proc/$1/stat"; } 2>/dev/null || return 1
  F_LINE=${F_LINE##*) }
  # The 22nd field of the line, the 20th after the name; a zombie is no process any more.
  set -f
  # shellcheck disable=SC2086
  set -- $F_LINE
  set +f
  [ "$1" != Z ] && F_START=${20}
}
# f_alive "PID START BOOT"
f_alive() {
  # shellcheck disable=SC2086
  set -- $1
  [ "${3:-}" = "$F_BOOT" ] && f_start "$1" && [ "$F_START" = "$2" ]
}
f_read() { F_TEXT=''; { IFS= read -r F_TEXT <"$1"; } 2>/dev/null; [ -n "$F_TEXT" ]; }
f_write() { printf '%s\n' "$2" >"$1.tmp" && mv -f "$1.tmp" "$1"; }
