# The file $1 from byte $2 on.
[ -f "$1" ] || exit 44
if [ "$2" -eq 0 ]; then
    exec cat -- "$1"
fi
exec tail -c "+$(($2 + 1))" -- "$1"
