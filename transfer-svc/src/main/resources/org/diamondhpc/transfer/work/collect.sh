# What the attempt $1 left. $2, $3: the largest stream and the largest output (KiB) whose checksum is taken here; $4:
# most names taken from a manifest; then expressions for find -regex, one for each glob. Prints, NUL-ended but for checksums (lines as sha256sum writes them):
#   s SIZE MTIME NAME       a stream          o SIZE MTIME ./PATH   an output
#   r PATH                  the real path of an entry of the manifest, in its order
#   v SIZE MTIME PATH       an entry of the manifest that is there
#   m BYTES                 then so many bytes: the manifest
# and a final dot. find flushes its own output before it runs a command, so records never mix.
cd -- "$1" || exit 44
streams=$2 limit=$3 most=$4
shift 4
find . -mindepth 1 -maxdepth 1 -type f \( -name stdout -o -name stderr -o -name 'stdout.[0-9]*' \
    -o -name 'stderr.[0-9]*' \) -printf 's %s %T@ %f\0' -size "-${streams}k" -exec sha256sum -- {} +
if [ $# -gt 0 ]; then
    cd work 2>/dev/null || { printf '.'; exit 0; }
    if [ -f ../manifest ] && [ ! -L ../manifest ]; then
        printf 'm %s\0' "$(stat -c %s ../manifest)"
        cat ../manifest
        sed -n 's/^[0-9a-f]\{64\} [0-9][0-9]* \(.*\)$/.\/\1/p' ../manifest | head -n "$most" | tr '\n' '\0' \
            | xargs -r -0 sh -c '
                realpath -z -m -- "$@" | sed -z "s/^/r /"
                stat -L --printf "v %s %Y %n\0" -- "$@" 2>/dev/null
            ' sh
    else
        here=$(pwd -P)
        for expression; do
            find . -mindepth 1 -regextype posix-extended -regex "$expression" \( \
                -type f -printf 'o %s %T@ %p\0' -size "-${limit}k" -exec sha256sum -- {} + \
                -o -type l -exec sh -c '
                    here=$1 limit=$2
                    shift 2
                    for link; do
                        real=$(realpath -- "$link"; printf .) || continue
                        case $real in
                            "$here"/*) [ -f "$link" ] || continue ;;
                            *) continue ;;
                        esac
                        find -H "$link" -maxdepth 0 -printf "o %s %T@ %p\0"
                        [ -z "$(find -H "$link" -maxdepth 0 -size "-${limit}k")" ] || sha256sum -- "$link"
                    done
                ' sh "$here" "$limit" {} + \)
        done
    fi
fi
printf .
