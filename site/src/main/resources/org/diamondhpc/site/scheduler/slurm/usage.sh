# $2: job ids with commas, $3: the oldest submit time, epoch seconds
clock
accounting "$2" "$3"
