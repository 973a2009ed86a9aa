# Makes the folder $2 and those above it; with $1 private, closed to all but the account.
[ "$1" = private ] && umask 077
exec mkdir -p -- "$2"
