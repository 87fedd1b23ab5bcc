#!/usr/bin/env bash
#
# A MariaDB Galera cluster of three nodes on 127.0.0.1, for trials and tests: its root has no password. Nothing is
# kept outside DIR, no configuration of the machine is read, and a MariaDB server that already runs here is left alone.
#
#   scripts/galera.sh check                ends with 0 if everything needed is installed, else with 3
#   scripts/galera.sh start DIR            sets up DIR (new or empty) and starts three nodes
#   scripts/galera.sh kill DIR N...        ends nodes with SIGKILL, as a crash would
#   scripts/galera.sh restart DIR N...     starts ended nodes again and waits until they have caught up
#   scripts/galera.sh status DIR           one line per node
#   scripts/galera.sh stop DIR [--remove]  ends all nodes and, if asked, deletes DIR
#
# `start`, `restart` and `status` print `node N mysql://root@127.0.0.1:PORT/calendar pid PID` per node on standard
# output; everything else goes to standard error. Logs are in DIR/nodeN/error.log.
#
# Needs the Debian packages mariadb-server (10.11), galera-4 and rsync. Without rsync, mariadb-backup and socat serve
# instead. Runs as root and as an ordinary user, without systemd.
#
# Environment:
#   GALERA_PORT        first of three client ports; without it the first free of 23061, 23161, ..., 23961. Clusters that
#                      are started at the same moment need it, as they cannot see each other's choice.
#   GALERA_GROUP_PORT  first of three ports for the group's messages (GALERA_PORT + 10)
#   GALERA_IST_PORT    first of three ports to receive missed writes on (GALERA_PORT + 20)
#   GALERA_SST_PORT    first of three ports to receive a whole copy on (GALERA_PORT + 30)
#   GALERA_SUSPECT     seconds of silence until a node is taken for dead (1.5; at most 6)
#   GALERA_TIMEOUT     seconds until a wait is given up (60)
#   GALERA_LIB         the Galera library (/usr/lib/galera/libgalera_smm.so)
#
# Exit codes: 1 a node failed or a wait took too long, 2 wrong use, 3 a package is missing, 4 a port is taken.
set -euo pipefail

PATH=$PATH:/usr/sbin # mariadbd is there, and an ordinary user's path may lack it
readonly LIB=${GALERA_LIB:-/usr/lib/galera/libgalera_smm.so}
readonly TIMEOUT=${GALERA_TIMEOUT:-60} SUSPECT=${GALERA_SUSPECT:-1.5}

say() { echo "galera.sh: $*" >&2; }
die() { local code=$1; shift; say "$*"; exit "$code"; }
has() { command -v "$1" >/dev/null; }

# Sets SST, the way a whole copy of the data is sent to a node, or ends with 3.
check_packages() {
  local missing=()
  has mariadbd && has mariadb-install-db && has mariadb || missing+=(mariadb-server)
  [[ -e $LIB ]] || missing+=(galera-4)
  SST=rsync
  has rsync || if has mariadb-backup && has socat; then SST=mariabackup; else missing+=(rsync); fi
  has lsof || has ss || missing+=(lsof) # the scripts that send a copy look for its port with one of them
  has pkill || missing+=(procps)
  ((${#missing[@]} == 0)) || die 3 "not installed: ${missing[*]}; try: apt-get install ${missing[*]}"
}

taken() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

# Sets CLIENT, GROUP, IST and COPY to the first port of each kind; fails and sets TAKEN if a port is in use.
use_ports() {
  CLIENT=$1 GROUP=${GALERA_GROUP_PORT:-$(($1 + 10))}
  IST=${GALERA_IST_PORT:-$(($1 + 20))} COPY=${GALERA_SST_PORT:-$(($1 + 30))}
  local first n
  for first in "$CLIENT" "$GROUP" "$IST" "$COPY"; do
    for n in 0 1 2; do
      TAKEN=$((first + n))
      ! taken "$TAKEN" || return 1
    done
  done
}

# The defaults lie below 32768, where Linux begins to take ports for outgoing connections. Such a connection, even one
# to the node itself, may hold a node's port just when that node is to start again.
choose_ports() {
  local port
  for port in ${GALERA_PORT:-23061 23161 23261 23361 23461 23561 23661 23761 23861 23961}; do
    ! use_ports "$port" || return 0
  done
  die 4 "port $TAKEN is taken; set GALERA_PORT and the like"
}

# The settings of node $1. The socket's path is relative to the data directory, since a long path would not fit.
configure() {
  local n=$1 i=$(($1 - 1))
  cat <<END
[mysqld]
datadir=$DIR/node$n/data
socket=../socket
pid-file=$DIR/node$n/mariadbd.pid
log-error=$DIR/node$n/error.log
bind-address=127.0.0.1
port=$((CLIENT + i))
skip-name-resolve
$( ((EUID != 0)) || echo user=root)
# As in Debian's own configuration, which is not read here.
character-set-server=utf8mb4
collation-server=utf8mb4_general_ci
# Galera demands these two.
binlog-format=ROW
innodb-autoinc-lock-mode=2
# A write is acknowledged once all nodes have received it, so the others have it when one dies. Flushing at every
# commit as well keeps it if all three die at once, and lets a node know where it stood, so that it need not be sent
# a whole copy.
innodb-flush-log-at-trx-commit=1
innodb-buffer-pool-size=64M
innodb-log-file-size=32M
performance-schema=OFF
wsrep-on=ON
wsrep-provider=$LIB
wsrep-cluster-name=galera-$CLIENT
wsrep-cluster-address=gcomm://127.0.0.1:$GROUP,127.0.0.1:$((GROUP + 1)),127.0.0.1:$((GROUP + 2))
wsrep-node-name=node$n
wsrep-node-address=127.0.0.1:$((GROUP + i))
wsrep-node-incoming-address=127.0.0.1:$((CLIENT + i))
wsrep-sst-method=$SST
wsrep-sst-auth=root:
wsrep-sst-receive-address=127.0.0.1:$((COPY + i))
# A read waits for the writes that any node acknowledged before it.
wsrep-sync-wait=1
# On loopback silence means death sooner than on a network: by default the others would wait 5 s before they go on.
# Still, a busy machine must not cut off a living node. Two of three are a majority and go on without the third.
wsrep-provider-options="gmcast.listen_addr=tcp://127.0.0.1:$((GROUP + i));ist.recv_addr=127.0.0.1:$((IST + i));\
gcache.size=16M;evs.keepalive_period=PT0.25S;evs.inactive_check_period=PT0.25S;evs.join_retrans_period=PT0.25S;\
evs.suspect_timeout=PT${SUSPECT}S;evs.inactive_timeout=PT6S;evs.install_timeout=PT6S"
[sst]
# Otherwise mariadb-backup's script keeps its logs in /tmp.
sst-log-archive=0
END
}

setting() { sed -n "s/^$2=//p" "$DIR/node$1/my.cnf"; }
pid_of() { cat "$DIR/node$1/pid" 2>/dev/null || echo -; }

# Whether node $1 runs. Its command line tells it from another process with the same id and from a dead process that
# nobody has collected, which is common where no init runs.
alive() { grep -qzxF -- "--defaults-file=$DIR/node$1/my.cnf" "/proc/$(pid_of "$1")/cmdline" 2>/dev/null; }

dead() { ! alive "$1"; }

# Runs statements on node $1. A node that hangs must not hang this script.
sql() {
  local n=$1; shift
  timeout 5 mariadb --no-defaults --protocol=tcp -h127.0.0.1 -P"$(setting "$n" port)" -uroot -NBe "$*" 2>/dev/null
}
wsrep() { sql "$1" "show global status like 'wsrep_$2'" | cut -f2; }

# Calls a command until it succeeds, for $1 seconds at most.
within() {
  local end=$((SECONDS + $1)); shift
  until "$@"; do
    ((SECONDS <= end)) || return 1
    sleep 0.1
  done
}

# Run by root, the rsync that receives a copy turns itself into `nobody`, who may not write to a directory of root's
# (MDEV-40688). The server's script that starts it has no setting for that, and the server puts its own directory in
# front of the path; but the script is a bash script, so it reads this before it begins.
keep_rsync_root() {
  ((EUID == 0)) || return 0
  cat >"$DIR/rsync.sh" <<'END'
rsync() {
  [[ ${1-} != --daemon ]] || exec rsync "$@" --dparam=uid=0 --dparam=gid=0
  command rsync "$@"
}
END
}

# Starts node $1 in a session of its own, so that it outlives this script and its terminal, and so that helpers it
# starts can be found by the session.
launch() {
  local n=$1; shift
  BASH_ENV=$DIR/rsync.sh setsid mariadbd --defaults-file="$DIR/node$n/my.cnf" "$@" \
    </dev/null >>"$DIR/node$n/error.log" 2>&1 &
  echo $! >"$DIR/node$n/pid"
  disown
  # Until then the command line still is this script's.
  until alive "$n"; do kill -0 $! 2>/dev/null || fail "$n" 'did not start'; sleep 0.01; done
}

fail() { die 1 "node $1 $2; see $DIR/node$1/error.log: $(grep -F '[ERROR]' "$DIR/node$1/error.log" | tail -1)"; }

synced() { [[ $(wsrep "$1" local_state_comment) == Synced && $(wsrep "$1" ready) == ON ]]; }
# Waiting for a node that has ended would take all the time there is.
synced_or_dead() { dead "$1" || synced "$1"; }
wait_synced() {
  within "$TIMEOUT" synced_or_dead "$1" || fail "$1" "was not synced after $TIMEOUT s"
  alive "$1" || fail "$1" 'ended'
}

line() { echo "node $1 mysql://root@127.0.0.1:$(setting "$1" port)/calendar pid $(pid_of "$1")"; }

# Ends node $1 with SIGKILL, together with a helper that sends or receives a copy and would keep its port. Helpers may
# also be left of a node that was killed by other means; then its id must not have become another process's.
kill_node() {
  local pid; pid=$(pid_of "$1")
  [[ $pid != - ]] || return 0
  if alive "$1" || ! grep -qz . "/proc/$pid/cmdline" 2>/dev/null; then pkill -KILL -s "$pid" || true; fi
  within 5 dead "$1" || fail "$1" 'survived SIGKILL'
}

# Ends the given nodes orderly, or by force if they do not end.
end() {
  local n
  for n in "$@"; do dead "$n" || kill -TERM "$(pid_of "$n")"; done
  for n in "$@"; do within 10 dead "$n" || say "node $n ignored SIGTERM"; done
  for n in "$@"; do kill_node "$n"; done
}

start() {
  # The server's own scripts cannot cope with these.
  [[ $DIR != *[[:space:]\'\"\`\$]* ]] || die 2 'DIR must not contain spaces, quotes or dollar signs'
  [[ ! -e $DIR || (-d $DIR && -z $(ls -A "$DIR")) ]] || die 2 "$DIR exists and is not empty"
  check_packages
  choose_ports
  local n
  for n in 1 2 3; do
    mkdir -p "$DIR/node$n/data"
    configure "$n" >"$DIR/node$n/my.cnf"
    say "node $n: ports $((CLIENT + n - 1)) clients, $((GROUP + n - 1)) group, $((IST + n - 1)) missed writes," \
      "$((COPY + n - 1)) whole copy ($SST)"
  done
  keep_rsync_root
  trap 'end 1 2 3' EXIT # no node stays behind if a step fails
  mariadb-install-db --no-defaults --datadir="$DIR/node1/data" --innodb-log-file-size=32M --skip-name-resolve \
    --skip-test-db --auth-root-authentication-method=normal $( ((EUID != 0)) || echo --user=root) \
    >"$DIR/node1/install.log" 2>&1 || die 1 "mariadb-install-db failed: $DIR/node1/install.log"
  launch 1 --wsrep-new-cluster
  wait_synced 1
  sql 1 'create database calendar' || fail 1 'did not create the database'
  # The others begin with a copy of a node that was shut down, which knows where it stands in the cluster's history, so
  # they have only to catch up, which is quicker than having the cluster send them a copy.
  end 1
  cp -a "$DIR/node1/data/." "$DIR/node2/data"
  cp -a "$DIR/node1/data/." "$DIR/node3/data"
  launch 1 --wsrep-new-cluster
  wait_synced 1
  # One after the other: nodes that join at once hinder each other.
  for n in 2 3; do launch "$n"; wait_synced "$n"; done
  # A node counts as synced a moment before the others count it as a member.
  for n in 1 2 3; do within "$TIMEOUT" complete "$n" || fail "$n" 'does not see three members'; done
  trap - EXIT
  for n in 1 2 3; do line "$n"; done
}
complete() { [[ $(wsrep "$1" cluster_size) == 3 && $(sql "$1" 'select 1 from dual') == 1 ]]; }

# Where node $1 stood when it was killed. Only the storage engine knows; without it the node asks for a whole copy.
position() {
  local log=$DIR/node$1/recover.log
  mariadbd --defaults-file="$DIR/node$1/my.cnf" --log-error="$log" --skip-networking --wsrep-recover \
    >"$log" 2>&1 || return 0
  sed -n 's/.*WSREP: Recovered position: *\(.*:[0-9]\{1,\}\)$/--wsrep-start-position=\1/p' "$log" | tail -1
}

# Whether the nodes that run know that the others do not. One that comes back before holds up their agreement on who
# belongs to the cluster, and with it all writes, for many seconds.
noticed() {
  local n running=()
  for n in 1 2 3; do dead "$n" || running+=("$n"); done
  for n in "${running[@]}"; do (($(wsrep "$n" cluster_size || echo 0) <= ${#running[@]})) || return 1; done
}

# All are started before any is waited for: after all three were killed, they come to life only together.
restart() {
  check_packages
  local n
  for n in "$@"; do dead "$n" || die 2 "node $n is running"; done
  within "$TIMEOUT" noticed || die 1 'the other nodes did not notice which of them ended'
  # shellcheck disable=SC2046 # no position, no argument
  for n in "$@"; do launch "$n" $(position "$n"); done
  for n in "$@"; do wait_synced "$n"; line "$n"; done
}

status() {
  local n
  for n in 1 2 3; do
    if alive "$n"; then
      echo "$(line "$n") $(wsrep "$n" local_state_comment) $(wsrep "$n" cluster_status) $(wsrep "$n" cluster_size)"
    else
      echo "$(line "$n") down"
    fi
  done
}

usage() { sed -n 's/^#   scripts/scripts/p' "$0" >&2; exit 2; }

main() {
  if [[ $* == check ]]; then check_packages; return; fi
  (($# >= 2)) || usage
  local command=$1 n; DIR=$(realpath -m -- "$2"); shift 2
  # Nothing is killed or deleted in a directory that `start` did not set up.
  [[ $command == start || -e $DIR/node3/my.cnf ]] || die 2 "no cluster in $DIR"
  case $command in
    kill | restart)
      (($# > 0)) || usage
      for n in "$@"; do [[ $n == [123] ]] || usage; done ;;
    stop) [[ $# == 0 || $* == --remove ]] || usage ;;
    start | status) (($# == 0)) || usage ;;
    *) usage ;;
  esac
  case $command in
    start) start ;;
    kill) for n in "$@"; do kill_node "$n"; done ;;
    restart) restart "$@" ;;
    status) status ;;
    stop)
      end 1 2 3
      [[ $* != --remove ]] || rm -rf -- "$DIR" ;;
  esac
}
main "$@"
