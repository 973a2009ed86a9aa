clock
frame version 0 "$(qstat -help 2>&1 | head -n 1)"
T=$(limit 40 qconf -sql 2>&1)
QRC=$?
[ "$QRC" -eq 0 ] || { frame queues "$QRC" "$T"; exit 0; }
# shellcheck disable=SC2046
T=$(limit 40 qconf -sq $(printf '%s\n' "$T" | grep -E '^[A-Za-z0-9_][A-Za-z0-9_.-]*$') 2>&1)
frame queues "$?" "$T"
T=$(for P in $(limit 40 qconf -spl 2>/dev/null); do limit 20 qconf -sp "$P" 2>/dev/null; done)
frame pes 0 "$T"
T=$(limit 40 qconf -sconf 2>&1)
frame config "$?" "$T"
T=$(limit 60 qstat -f -F -xml 2>&1)
frame instances "$?" "$T"
T=$(limit 60 qstat -u '*' -r -xml 2>&1)
frame jobs "$?" "$T"
