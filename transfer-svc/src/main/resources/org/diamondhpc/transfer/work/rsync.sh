# Pushes what stdin names, NUL-ended and two by two (a path here, a path there), to the login host $1 at port $2. The
# profile's prologue may set RSYNC_RSH to say how to log in there. Prints rsync's running total.
command -v rsync >/dev/null || { echo "rsync is not there" >&2; exit 127; }
export RSYNC_RSH="${RSYNC_RSH:-ssh -o BatchMode=yes -o ConnectTimeout=15} -p $2"
exec xargs -r -0 -n 2 sh -c 'exec rsync -rlt -s --partial --info=progress2 -- "$1" "$0:$2"' "$1"
