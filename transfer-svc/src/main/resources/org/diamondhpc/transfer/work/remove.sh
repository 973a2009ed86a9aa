# Removes $1 and all in it; never follows a link, never leaves its file system. Exit 44: nothing there.
[ -e "$1" ] || [ -L "$1" ] || exit 44
exec rm -rf --one-file-system -- "$1"
