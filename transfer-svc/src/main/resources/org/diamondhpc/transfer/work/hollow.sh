# Removes empty folders below $1, and $1 where it is one; prints how many entries are left that are no folders.
[ -d "$1" ] || { echo 0; exit 0; }
find "$1" -xdev -depth -type d -empty -delete
[ -d "$1" ] || { echo 0; exit 0; }
find "$1" -xdev ! -type d -printf . | wc -c
