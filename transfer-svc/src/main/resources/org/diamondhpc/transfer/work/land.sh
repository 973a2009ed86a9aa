# Puts what was brought into a workshop in place. stdin names, NUL-ended and three by three: file, run (an executable
# file) or tree; where it lies; where it goes. With $1 private, closed to all but the account.
exec xargs -r -0 -n 300 sh -c '
    set -e
    privacy=$0
    [ "$privacy" = private ] && umask 077
    while [ $# -ge 3 ]; do
        mkdir -p -- "${3%/*}/"
        [ "$privacy" != private ] || chmod -R go= -- "$2"
        case $1 in
            file) mv -f -T -- "$2" "$3" ;;
            run)
                chmod +x -- "$2"
                [ "$2" = "$3" ] || mv -f -T -- "$2" "$3"
                ;;
            tree)
                if ! { [ ! -e "$3" ] || rmdir -- "$3" 2>/dev/null; } || ! mv -T -- "$2" "$3" 2>/dev/null; then
                    mkdir -p -- "$3"
                    cd -- "$2"
                    find . -type d -print0 | xargs -r -0 sh -c '\''
                        set -e
                        to=$1
                        shift
                        for folder; do
                            mkdir -p -- "$to/$folder"
                            find "$folder" -mindepth 1 -maxdepth 1 ! -type d -exec mv -f -t "$to/$folder" -- {} +
                        done
                    '\'' sh "$3"
                    cd /
                fi
                ;;
        esac
        shift 3
    done
' "$1"
