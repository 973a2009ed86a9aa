#!/bin/sh
# Handles a session's wakes one after the other, for ever:
#
#     DIAMOND_URL=http://127.0.0.1:8470 DIAMOND_TOKEN=… wakes.sh SESSION COMMAND [ARGUMENT…]
#
# COMMAND gets one wake on its standard input: {"items": [{"number": 1, "digest": {…}, …}], "next": 1}. When it has
# ended well the wake's number is kept in WAKES_CURSOR (default: ~/.diamond-wakes-SESSION) and acknowledged; when not,
# the same wake comes again. Kill this script whenever you like and start it again: it goes on after the last number.
set -eu
session=$1
shift
: "${DIAMOND_URL:?}" "${DIAMOND_TOKEN:?}"
cursor=${WAKES_CURSOR:-$HOME/.diamond-wakes-$session}
answer=$(mktemp)
trap 'rm -f "$answer"' EXIT
trap 'exit 143' TERM INT HUP

# METHOD PATH [BODY]: prints the status. The token goes through a pipe, so that no list of processes shows it.
call() {
    printf 'header = "Authorization: Bearer %s"\n' "$DIAMOND_TOKEN" |
        curl -sS -K - --max-time 70 -o "$answer" -w '%{http_code}' -X "$1" \
            ${3:+-H "Content-Type: application/json" -d "$3"} "$DIAMOND_URL$2"
}

while :; do
    after=0
    [ ! -s "$cursor" ] || read -r after <"$cursor"
    status=$(call GET "/v1/sessions/$session/wakes?after=$after&wait=${WAKES_WAIT:-50}&limit=1") || status=000
    case $status in
        200) ;;
        000 | 429 | 5*) sleep 5; continue ;;
        *) cat "$answer" >&2; exit 1 ;;
    esac
    next=$(sed -n 's/.*"next":\([0-9][0-9]*\)}$/\1/p' "$answer")
    if [ -z "$next" ]; then
        echo "this answer is not understood:" >&2
        cat "$answer" >&2
        exit 1
    fi
    [ "$next" -gt "$after" ] || continue # nothing happened while we waited
    if ! "$@" <"$answer"; then
        sleep 5
        continue
    fi
    printf '%s\n' "$next" >"$cursor.new"
    mv "$cursor.new" "$cursor"
    call POST "/v1/sessions/$session/wakes/ack" "{\"upTo\": $next}" >/dev/null || : # the cursor is what counts
done
