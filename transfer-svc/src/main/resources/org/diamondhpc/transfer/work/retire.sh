# Removes the attempt $1, whatever is in it. Anything but an attempt's directory is left alone.
case $1 in
    */attempts/*/t-*.[0-9]*) ;;
    *) echo "$1 is no attempt's directory" >&2; exit 2 ;;
esac
[ ! -L "$1" ] || { echo "$1 is a link" >&2; exit 2; }
exec rm -rf -- "$1"
