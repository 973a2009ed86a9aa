# $1: the directory, $2: the word for the job that waits there. The word that holds is printed, whoever gave it. A job that is over
# can be told nothing.
[ -d "$1" ] || exit 1
WORD=$2
[ ! -s "$1/exit" ] || WORD=none
ln -s "$WORD" "$1/go" 2>/dev/null
HOLDS=$(readlink "$1/go")
[ -n "$HOLDS" ] || exit 1
printf '%s\n' "$HOLDS"
