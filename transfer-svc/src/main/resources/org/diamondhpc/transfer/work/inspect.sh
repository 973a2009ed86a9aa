# What lies at each path that stdin names (NUL-ended): for each batch its size, the paths with links and dots
# resolved, then a record "MODE SIZE MTIME PATH" (mode in hex) for each that exists, then a dot; all NUL-ended.
exec xargs -r -0 sh -c '
    printf "%s\0" "$#"
    realpath -z -m -- "$@"
    stat -L --printf "%f %s %Y %n\0" -- "$@"
    printf ".\0"
' sh
