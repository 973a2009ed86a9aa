clock
V=$(limit 20 qstat --version 2>&1)
case $V in
  *pbs_version*) ;;
  *) frame server 1 "qstat is not OpenPBS's or PBS Professional's: $V"; exit 0 ;;
esac
T=$(limit 40 qstat -B -f -F dsv -D "$M" 2>&1)
QRC=$?
frame server "$QRC" "$T"
[ "$QRC" -eq 0 ] || exit 0
T=$(limit 40 qstat -Q -f -F dsv -D "$M" 2>&1)
frame queues "$?" "$T"
T=$(limit 40 pbsnodes -av -F dsv -D "$M" 2>&1)
frame nodes "$?" "$T"
T=$(limit 60 qstat -f -F dsv -D "$M" 2>&1)
frame jobs "$?" "$T"
