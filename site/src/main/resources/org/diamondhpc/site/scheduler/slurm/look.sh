# $2: users with commas; $3: "shares" where the used shares are wanted as well
clock
frame version "$?" "$(scontrol --version 2>&1)"
T=$(limit 40 scontrol show config 2>&1)
frame config "$?" "$T"
T=$(limit 40 scontrol show partition -a -o 2>&1)
PRC=$?
frame partitions "$PRC" "$T"
[ "$PRC" -eq 0 ] || exit 0
T=$(limit 40 scontrol show node -a -o 2>&1)
frame nodes "$?" "$T"
T=$(limit 40 squeue -a -h -t PD,CF,R,S,ST,CG,SO,SI,RS -O "JobArrayID:$S,State:$S,Partition:$S,NumNodes:$S,NumCPUs:$S,tres-alloc:$S,MinMemory:$S,TimeLimit:$S,TimeUsed:$S,PriorityLong:$S,SubmitTime:$S,EligibleTime:$S,Reason:$S,NodeList:$S,UserName:$S" 2>&1) ||
  T=$(limit 40 squeue -a -h -t PD,CF,R,S,ST,CG,SO,SI,RS -o "%i$S%T$S%P$S%D$S%C$S%b$S%m$S%l$S%M$S%Q$S%V$S$S%r$S%N$S%u$S" 2>&1)
frame queue "$?" "$T"
T=$(limit 40 scontrol show reservation -o 2>&1)
frame reservations "$?" "$T"
T=$(limit 40 sacctmgr -n -P show assoc where user="$2" \
  format=Cluster,Account,User,Partition,MaxJobs,MaxSubmit,MaxWall,MaxTRES,QOS,DefaultQOS 2>&1)
ARC=$?
frame associations "$ARC" "$T"
[ "$ARC" -eq 0 ] || exit 0
ACCOUNTS=$(printf '%s\n' "$T" | cut -d'|' -f2 | sort -u | tr '\n' ',')
T=$(limit 40 sacctmgr -n -P show user where name="$2" format=User,DefaultAccount 2>&1)
frame users "$?" "$T"
T=$(limit 40 sacctmgr -n -P show qos \
  format=Name,Priority,MaxJobsPU,MaxSubmitPU,MaxWall,MaxTRES,MaxTRESPU 2>&1)
frame qos "$?" "$T"
T=$(limit 40 scontrol -o show assoc_mgr accounts="${ACCOUNTS%,}" flags=assoc 2>&1)
frame budgets "$?" "$T"
[ "$3" = shares ] || exit 0
T=$(limit 20 sshare -P -m -u "$2" -o Account,User,Partition,FairShare,EffectvUsage 2>&1)
frame shares "$?" "$T"
