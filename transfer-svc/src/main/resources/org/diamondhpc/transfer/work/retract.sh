# Removes files that stdin names, NUL-ended and three by three (path, size, seconds of the last change), where they are
# still so; prints a character for each that is gone.
exec xargs -r -0 -n 300 sh -c '
    while [ $# -ge 3 ]; do
        if [ ! -L "$1" ] && [ -f "$1" ] && [ "$(stat --printf "%s %Y" -- "$1")" = "$2 $3" ]; then
            rm -f -- "$1" && printf .
        fi
        shift 3
    done
' sh
