# $1: the directory, stdin: the names of the claims, one a line. The claim's owner is printed where there was one.
mkdir -p "$1" || exit 1
while read -r CLAIM; do
  ln -s cancelled "$1/$CLAIM" 2>/dev/null || {
    OWNER=$(readlink "$1/$CLAIM")
    [ -n "$OWNER" ] || exit 1
    [ "$OWNER" = cancelled ] || printf '%s\n' "$OWNER"
  }
done
