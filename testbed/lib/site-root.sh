#!/bin/bash
# PID 1 of a cluster, first half: builds a private root file system from bind mounts and moves into it.
# It runs in fresh mount, pid, net, uts, ipc and cgroup namespaces; when it ends, everything in them ends.
set -eu
# shellcheck source=/dev/null
. "$1/site.env"
PATH=/usr/sbin:/usr/bin:/sbin:/bin
R=$DIR/rootfs

mount -t tmpfs -o mode=755,size=64m none "$R"
mkdir -p "$R"/{usr,etc,home,scratch,var,run,tmp,proc,sys,dev,root,old,opt,.overlay}
for l in bin sbin lib lib64 lib32; do if [ -L /$l ]; then ln -s "$(readlink /$l)" "$R/$l"; fi; done

# /usr is the host's, read-only. `hidepath` moves Slurm's commands to /opt/slurm/bin:
# a character device 0:0 in an overlay's upper layer means "this file is not there".
if [[ ",$WRINKLES," == *,hidepath,* ]]; then
  mkdir -p "$R"/.overlay/{upper/bin,work} "$DIR/opt/slurm/bin"
  for c in sbatch squeue sinfo scancel scontrol srun salloc sacct sacctmgr sprio sshare sstat sattach sbcast sdiag strigger sreport; do
    [ -e "/usr/bin/$c" ] || continue
    cp --update "/usr/bin/$c" "$DIR/opt/slurm/bin/"
    mknod "$R/.overlay/upper/bin/$c" c 0 0
  done
  mount -t overlay -o "lowerdir=/usr,upperdir=$R/.overlay/upper,workdir=$R/.overlay/work" none "$R/usr"
elif [ "$FAMILY" = gridengine ]; then
  mount -t overlay -o "lowerdir=$GRIDENGINE/usr:/usr" none "$R/usr"
else
  mount --bind /usr "$R/usr"
fi
mount -o remount,bind,ro "$R/usr"
mount --bind "$DIR/usr-local" "$R/usr/local"     # what the host has there is nobody's business

for d in etc var root tmp opt; do mount --bind "$DIR/$d" "$R/$d"; done
mount -o loop,noatime "$DIR/home.img" "$R/home" 2>/dev/null || mount -t tmpfs -o mode=755,size=512m none "$R/home"
mount -t tmpfs -o size=64m,mode=1777 none "$R/scratch"
mount -t tmpfs -o mode=755,size=64m none "$R/run"
mount -t tmpfs -o mode=755,size=1m none "$R/dev"
mkdir "$R"/dev/{pts,shm}
for n in null:1:3 zero:1:5 full:1:7 random:1:8 urandom:1:9 tty:5:0; do
  IFS=: read -r f a b <<<"$n"; mknod -m 666 "$R/dev/$f" c "$a" "$b"
done
if [ "$GRES" != - ]; then for ((i = 0; i < ${GRES##*:}; i++)); do mknod -m 666 "$R/dev/nvidia$i" c 1 3; done; fi
mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts "$R/dev/pts"
ln -s pts/ptmx "$R/dev/ptmx"; ln -s /proc/self/fd "$R/dev/fd"
ln -s /proc/self/fd/0 "$R/dev/stdin"; ln -s /proc/self/fd/1 "$R/dev/stdout"; ln -s /proc/self/fd/2 "$R/dev/stderr"
mount -t tmpfs -o mode=1777,size=256m none "$R/dev/shm"
mount -t proc proc "$R/proc"
mount -t sysfs -o ro sysfs "$R/sys"
if [ -f "$DIR/etc/slurm/cgroup.conf" ]; then      # in a cgroup namespace: Slurm sees only this cluster's part
  mount -t tmpfs -o mode=755,size=1m none "$R/sys/fs/cgroup"
  for c in $CGROUP_CONTROLLERS; do mkdir "$R/sys/fs/cgroup/$c"; mount -t cgroup -o "$c" cgroup "$R/sys/fs/cgroup/$c"; done
fi
mkdir -p "$R"/run/{munge,slurm,sshd,mysqld,lock}
chown munge:munge "$R/run/munge"; chown slurm:slurm "$R/run/slurm"
if [ "$ACCT" = dbd ]; then mount --bind "$STATE/db/run" "$R/run/mysqld"; fi
ln -sfn /run "$R/var/run"
cp "$DIR/site.env" "$R/run/site.env"

cd "$R"
pivot_root . old
cd /
umount -l /old
rmdir /old
# exec drops the last descriptor on the host's file system (this script).
exec env -i PATH="$PATH" HOME=/root LANG=C.UTF-8 /bin/bash /root/init.sh
