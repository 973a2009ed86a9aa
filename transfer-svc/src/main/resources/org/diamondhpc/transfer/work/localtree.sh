# Copies the folder $1 into the folder $2 within the site; prints a record "SIZE PATH" for each file there, NUL-ended.
[ "$3" = private ] && umask 077
[ -e "$1" ] || exit 44
mkdir -p -- "$2" && cp -R -P --preserve=mode,timestamps --reflink=auto -- "$1/." "$2/" || exit 1
cd -- "$1" && exec find . -type f -printf '%s %P\0'
