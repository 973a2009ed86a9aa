# The login's own formats must not change what is printed; years are shown.
unset LSB_BJOBS_FORMAT LSB_BJOBS_CONSISTENT_EXIT_CODE LSB_BQUEUES_FORMAT LSB_BHOSTS_FORMAT LSB_DEFAULTQUEUE LSB_INTERACTIVE
LSB_DISPLAY_YEAR=Y
export LSB_DISPLAY_YEAR
FIELDS='jobid jobindex stat submit_time start_time finish_time exec_host exit_code exit_reason run_time cpu_used max_mem slots job_description sub_cwd pend_reason'
# own_queue IDS: all jobs LSF still keeps, those that ended within its clean period included. Free text last.
own_queue() {
  Q=$(limit 60 bjobs -a -u "$ME" -noheader -o "$FIELDS delimiter='^'" 2>&1)
  QRC=$?
  # No job at all is said in words, with a status of its own.
  case $Q in *'No job found'* | *'No unfinished job found'* | *'is not found'*) QRC=0 ;; esac
  ALIVE=$(printf '%s\n' "$Q" | awk -F '^' 'NF > 10 && $3 != "DONE" && $3 != "EXIT" { print $1 }' | sort -un | tr '\n' ' ')
  frame queue "$QRC" "$Q"
}
# accounting IDS OLDEST: what LSF has cleaned away only the jobs' own records tell.
accounting() { frame accounting 0 cleaned; }
# history SINCE TOKEN
history() { frame accounting 0 cleaned; }
act() {
  case $1 in
    cancel) limit 40 bkill "$2" ;;
    clean)
      case $(limit 40 bjobs -noheader -o stat "$2" 2>/dev/null) in
        *PEND* | *PSUSP*) limit 40 bkill "$2" ;;
      esac
      ;;
    hold)
      # bstop suspends what runs, too: that is no hold.
      case $(limit 40 bjobs -noheader -o stat "$2" 2>/dev/null) in
        *RUN* | *USUSP* | *SSUSP*) echo 'the job has begun'; return 1 ;;
      esac
      limit 40 bstop "$2"
      ;;
    release) limit 40 bresume "$2" ;;
    *) return 1 ;;
  esac
}
