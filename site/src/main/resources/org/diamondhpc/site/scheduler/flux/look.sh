clock
V=$(limit 30 flux version 2>&1)
T=$(limit 40 flux resource list -n -o '{state}|{queue}|{nnodes}|{ncores}|{ngpus}|{nodelist}' 2>&1)
QRC=$?
frame resources "$QRC" "$T"
[ "$QRC" -eq 0 ] || exit 0
frame version 0 "$V"
T=$(limit 40 flux queue list -n -o '{queue}|{queuem}|{enabled}|{started}|{defaults.timelimit}|{limits.timelimit}|{limits.max.nnodes}' 2>&1)
frame queues "$?" "$T"
T=$(limit 40 flux resource R 2>&1)
frame whole "$?" "$T"
T=$(limit 60 flux jobs -A --count=5000 --json 2>&1)
frame jobs "$?" "$T"
