clock
V=$(limit 20 lsid 2>&1)
QRC=$?
frame version "$QRC" "$V"
[ "$QRC" -eq 0 ] || exit 0
T=$(limit 40 bqueues -l 2>&1)
frame queues "$?" "$T"
T=$(limit 40 bparams 2>&1)
frame params "$?" "$T"
T=$(limit 40 lshosts -w 2>&1)
frame hosts "$?" "$T"
T=$(limit 40 bhosts -w 2>&1)
frame loads "$?" "$T"
T=$(limit 60 bjobs -u all -noheader -o "jobid jobindex stat user queue slots nexec_host run_time runtimelimit submit_time exec_host delimiter='^'" 2>&1)
RC=$?
case $T in *'No unfinished job found'* | *'No job found'*) RC=0 T='' ;; esac
frame jobs "$RC" "$T"
