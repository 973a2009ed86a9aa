# Everything below the folder $1: "TYPE MODE SIZE MTIME PATH" and the target of a link, NUL-ended.
cd -- "$1" && exec find . -mindepth 1 -printf '%y %m %s %T@ %P\0%l\0'
