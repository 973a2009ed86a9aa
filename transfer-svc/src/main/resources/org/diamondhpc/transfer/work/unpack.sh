# Puts the tar stream on stdin in place under the folder $2, by way of the folder $1 beside it. The stream holds the
# files under f/ and last of all their checksums in the file sums. Nothing is in place before every file was read
# back and found equal. Exit 65: not equal.
set -e
[ "$3" = private ] && umask 077
rm -rf -- "$1"
mkdir -p -- "$1/f" "$2"
tar -xf - --no-same-owner -C "$1"
cd -- "$1/f"
[ -f ../sums ] || exit 66
if [ -s ../sums ]; then
    sha256sum --quiet -c ../sums || exit 65
fi
if ! rmdir -- "$2" 2>/dev/null || ! mv -T -- "$1/f" "$2" 2>/dev/null; then
    mkdir -p -- "$2"
    find . -type d -print0 | xargs -r -0 sh -c '
        set -e
        to=$1
        shift
        for folder; do
            mkdir -p -- "$to/$folder"
            find "$folder" -mindepth 1 -maxdepth 1 ! -type d -exec mv -f -t "$to/$folder" -- {} +
        done
    ' sh "$2"
fi
cd /
rm -rf -- "$1"
