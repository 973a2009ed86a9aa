LANES=1
unset LC_ALL TZ
d_ask() {
  OUT=''
  RC=0
  mkdir -p "$ROOT/fork/jobs" "$ROOT/fork/slots" "$ROOT/fork/memory"
  ID=$(date +%s%N)
  while ! mkdir "$ROOT/fork/jobs/$ID" 2>/dev/null; do
    [ -d "$ROOT/fork/jobs/$ID" ] || { OUT='no space or no permission in the storage root'; RC=1; ID=''; return; }
    ID=$(date +%s%N)
  done
  printf '%s\n' "$1" >"$ROOT/fork/jobs/$ID/dir"
  setsid /bin/sh "$1/launch.sh" "$ID" </dev/null >>"$1/stderr" 2>&1 &
}
