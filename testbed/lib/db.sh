# One MariaDB server for the accounting databases. Only its socket is shown to the clusters.
# shellcheck shell=bash

DB=$STATE/db

db_prepare() { # a `ready` left by a crash must be gone before the first cluster looks for it
  mkdir -p "$DB/run"
  recorded_pid "$DB/pid" >/dev/null || rm -f "$DB/run/ready"
}
db_start() {
  recorded_pid "$DB/pid" >/dev/null && return
  if [ ! -f "$DB/installed" ]; then
    rm -rf "$DB/data"; mkdir -p "$DB/data"
    mariadb-install-db --no-defaults --user=root --datadir="$DB/data" --auth-root-authentication-method=normal \
      --skip-test-db --skip-name-resolve >"$DB/install.log" 2>&1 || die "mariadb-install-db failed, see $DB/install.log"
    touch "$DB/installed"
  fi
  rm -f "$DB/run/mysqld.sock"
  # Durability is of no worth here, speed and little memory are.
  spawn "$DB/pid" "$DB/mariadbd.log" mariadbd --no-defaults --user=root --datadir="$DB/data" \
    --socket="$DB/run/mysqld.sock" --pid-file="$DB/run/mysqld.pid" --skip-networking --skip-log-bin \
    --innodb-buffer-pool-size=64M --innodb-log-file-size=32M --innodb-flush-log-at-trx-commit=0 \
    --innodb-flush-method=nosync --innodb-lock-wait-timeout=900 --skip-innodb-doublewrite \
    --performance-schema=OFF --key-buffer-size=1M --aria-pagecache-buffer-size=1M --max-connections=60
}
db_ready() { # the clusters wait for this file
  wait_until 20 db_grant || die "mariadbd did not start, see $DB/mariadbd.log"
  chmod 755 "$DB" "$DB/run"; chmod 777 "$DB/run/mysqld.sock"
  touch "$DB/run/ready"
}
db_grant() {
  mariadb --no-defaults -uroot -S "$DB/run/mysqld.sock" -e \
    "create user if not exists slurm@localhost identified by 'slurm'; grant all on \`slurm\\_%\`.* to slurm@localhost" 2>/dev/null
}
db_stop() { rm -f "$DB/run/ready"; end_recorded "$DB/pid" TERM 10; }
