# Copies within the site: $1 (private or not), then for each source, target, x for an executable, and the SHA-256
# it must have or a dash. Each copy is
# read back; one line each: "SHA256 SIZE MTIME", or why there is none. Shares blocks where the file system can,
# never the file itself: a job may write into its inputs.
[ "$1" = private ] && umask 077
shift
sum() {
    found=$(openssl dgst -sha256 -r <"$1" 2>/dev/null) || found=$(sha256sum <"$1") || exit 1
    found=${found%% *}
}
while [ $# -ge 4 ]; do
    if [ ! -e "$1" ]; then
        echo missing
    elif [ ! -r "$1" ]; then
        echo denied
    elif [ ! -f "$1" ]; then
        echo other
    else
        mkdir -p -- "${2%/*}" || exit 1
        cp --reflink=auto -- "$1" "$2.part" || exit 1
        [ "$3" != x ] || chmod +x -- "$2.part" || exit 1
        sum "$2.part"
        if [ "$4" = - ] || [ "$4" = "$found" ]; then
            mv -f -T -- "$2.part" "$2" || exit 1
            printf '%s ' "$found"
            stat -c '%s %Y' -- "$2"
        else
            rm -f -- "$2.part"
            echo "different $found"
        fi
    fi
    shift 4
done
