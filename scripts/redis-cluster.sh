#!/usr/bin/env bash
#
# A Redis Cluster of three masters and three replicas on 127.0.0.1, for trials and tests: it has no password. Nothing is
# kept outside DIR, no configuration of the machine is read, and a Redis server that already runs here is left alone.
#
#   scripts/redis-cluster.sh check                ends with 0 if everything needed is installed, else with 3
#   scripts/redis-cluster.sh start DIR            sets up DIR (new or empty) and starts six nodes
#   scripts/redis-cluster.sh kill DIR N...        ends nodes with SIGKILL, as a crash would
#   scripts/redis-cluster.sh restart DIR N...     starts ended nodes again and waits until they have caught up
#   scripts/redis-cluster.sh status DIR           one line per node
#   scripts/redis-cluster.sh stop DIR [--remove]  ends all nodes and, if asked, deletes DIR
#
# `start`, `restart` and `status` print `node N redis://127.0.0.1:PORT role master|replica pid PID` per node on standard
# output; everything else goes to standard error. Logs are in DIR/nodeN/redis.log. At first nodes 1, 2 and 3 are
# masters, and 4, 5 and 6 their replicas. A master's replica takes its place when it dies.
#
# Needs the Debian package redis-server (from 6.2 on). Runs as root and as an ordinary user, without systemd.
#
# Environment:
#   REDIS_CLUSTER_PORT     first of six client ports; without it the first free of 7001, 7101, ..., 7901. The nodes talk
#                          to each other on ports that are 10000 above. Clusters that are started at the same moment
#                          need it, as they cannot see each other's choice.
#   REDIS_CLUSTER_FSYNC    when a node has its writes flushed to the disk: always, everysec or no (everysec)
#   REDIS_CLUSTER_SUSPECT  milliseconds of silence until a node is taken for dead (2000)
#   REDIS_CLUSTER_TIMEOUT  seconds until a wait is given up (60)
#
# Exit codes: 1 a node failed or a wait took too long, 2 wrong use, 3 a package is missing, 4 a port is taken.
set -euo pipefail

TIMEOUT=${REDIS_CLUSTER_TIMEOUT:-60}
readonly SUSPECT=${REDIS_CLUSTER_SUSPECT:-2000}
readonly FSYNC=${REDIS_CLUSTER_FSYNC:-everysec}
readonly MASTERS=(1 2 3) REPLICAS=(4 5 6) NODES=(1 2 3 4 5 6)
readonly BUS=10000 SLOTS=16384

say() { echo "redis-cluster.sh: $*" >&2; }
die() { local code=$1; shift; say "$*"; exit "$code"; }
has() { command -v "$1" >/dev/null; }

check_packages() {
  { has redis-server && has redis-cli; } || die 3 'not installed: redis-server; try: apt-get install redis-server'
}

taken() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

# Sets PORT to the first port; fails and sets TAKEN if a port is in use.
use_ports() {
  PORT=$1
  local n
  for n in "${NODES[@]}"; do
    for TAKEN in $((PORT + n - 1)) $((PORT + n - 1 + BUS)); do
      ! taken "$TAKEN" || return 1
    done
  done
}

# All of them lie below 32768, where Linux begins to take ports for outgoing connections. Such a connection may hold a
# node's port just when that node is to start again.
choose_ports() {
  local port
  for port in ${REDIS_CLUSTER_PORT:-7001 7101 7201 7301 7401 7501 7601 7701 7801 7901}; do
    ! use_ports "$port" || return 0
  done
  die 4 "port $TAKEN is taken; set REDIS_CLUSTER_PORT"
}

# The settings of node $1.
configure() {
  local dir=$DIR/node$1
  cat <<END
bind 127.0.0.1
port $((PORT + $1 - 1))
dir $dir/data
logfile $dir/redis.log
# Otherwise a node overwrites the command line by which it is found.
set-proc-title no
appendonly yes
appendfsync $FSYNC
save ""
# A replica that begins to copy need not wait for others that might want the same copy.
repl-diskless-sync-delay 0
# Until something came from its master, a replica is not shown to clients.
repl-ping-replica-period 1
cluster-enabled yes
cluster-node-timeout $SUSPECT
# While one master is away, the slots of the others are still served.
cluster-require-full-coverage no
END
}

port_of() { sed -n 's/^port //p' "$DIR/node$1/redis.conf"; }
pid_of() { cat "$DIR/node$1/pid" 2>/dev/null || echo -; }

# Whether node $1 runs. Its command line tells it from another process with the same id and from a dead process that
# nobody has collected, which is common where no init runs.
alive() { grep -qzxF -- "$DIR/node$1/redis.conf" "/proc/$(pid_of "$1")/cmdline" 2>/dev/null; }
dead() { ! alive "$1"; }

# Runs a command on node $1. A node that hangs must not hang this script.
cli() {
  local n=$1; shift
  timeout 5 redis-cli -h 127.0.0.1 -p "$(port_of "$n")" "$@" 2>/dev/null | tr -d '\r'
}
# One value of node $1 from what the command that follows prints.
value() { cli "$1" "${@:3}" | sed -n "s/^$2://p"; }
own_role() { value "$1" role info replication | sed 's/slave/replica/'; }
# What node $1 knows of node $2: for example `master`, `replica` or `master,fail`.
known_role() {
  cli "$1" cluster nodes | sed -n "s/^[^ ]* [^ ]*:$(port_of "$2")@[^ ]* \(myself,\)\?\([^ ]*\) .*/\2/p" |
    sed 's/slave/replica/'
}

# Whether node $1 names node $2 to clients.
shows() { cli "$1" cluster slots | grep -qx "$(port_of "$2")"; }

# Calls a command until it succeeds, for TIMEOUT seconds at most.
within() {
  local end=$((SECONDS + TIMEOUT))
  until "$@"; do
    ((SECONDS <= end)) || return 1
    sleep 0.1
  done
}

fail() { die 1 "node $1 $2; see $DIR/node$1/redis.log: $(tail -1 "$DIR/node$1/redis.log" 2>/dev/null)"; }

# Starts node $1 in a session of its own, so that it outlives this script and its terminal.
launch() {
  setsid redis-server "$DIR/node$1/redis.conf" </dev/null >>"$DIR/node$1/redis.log" 2>&1 &
  echo $! >"$DIR/node$1/pid"
  disown
  # Until then the command line still is this script's.
  until alive "$1"; do kill -0 $! 2>/dev/null || fail "$1" 'did not start'; sleep 0.01; done
}

answers() { [[ $(cli "$1" ping) == PONG ]]; }
# Waiting for a node that has ended would take all the time there is.
answers_or_dead() { dead "$1" || answers "$1"; }
wait_answer() {
  within answers_or_dead "$1" || fail "$1" "did not answer after $TIMEOUT s"
  alive "$1" || fail "$1" 'ended'
}

# Whether node $1 has all data of its master or is one, and all nodes that run agree on which of them it is and show it
# to clients.
settled() {
  local n role; role=$(own_role "$1")
  [[ $(value "$1" cluster_state cluster info) == ok ]] || return 1
  [[ $(value "$1" cluster_slots_assigned cluster info) == "$SLOTS" ]] || return 1
  [[ $role == master || $(value "$1" master_link_status info replication) == up ]] || return 1
  for n in "${NODES[@]}"; do
    ! alive "$n" || [[ $(known_role "$n" "$1") == "$role" ]] || return 1
    ! alive "$n" || shows "$n" "$1" || return 1
  done
}
settled_or_dead() { dead "$1" || settled "$1"; }
wait_settled() {
  within settled_or_dead "$1" || fail "$1" "had no settled place in the cluster after $TIMEOUT s"
  alive "$1" || fail "$1" 'ended'
}

line() { echo "node $1 redis://127.0.0.1:$(port_of "$1") role $2 pid $(pid_of "$1")"; }

# Ends node $1 with SIGKILL, together with a child that saves its data.
kill_node() {
  dead "$1" || kill -KILL -- "-$(pid_of "$1")"
  within dead "$1" || fail "$1" 'survived SIGKILL'
}

# Ends all nodes orderly, or by force if they do not end.
end() {
  local n
  for n in "${NODES[@]}"; do dead "$n" || kill -TERM "$(pid_of "$n")"; done
  for n in "${NODES[@]}"; do
    TIMEOUT=10 within dead "$n" || say "node $n ignored SIGTERM"
    kill_node "$n"
  done
}

# Sets up what `redis-cli --cluster create` would, which waits longer and pairs masters and replicas as it likes.
join() {
  local n of first
  for n in "${MASTERS[@]}"; do
    first=$(((n - 1) * SLOTS / 3))
    # shellcheck disable=SC2046 # one argument for each slot
    [[ $(cli "$n" cluster addslots $(seq $first $((n * SLOTS / 3 - 1)))) == OK ]] || fail "$n" 'took no slots'
  done
  for n in "${NODES[@]}"; do
    # Nodes that begin with the same epoch would first have to agree on others.
    cli "$n" cluster set-config-epoch "$n" >/dev/null
    ((n == 1)) || cli 1 cluster meet 127.0.0.1 "$(port_of "$n")" >/dev/null
  done
  for n in "${REPLICAS[@]}"; do
    of=$(cli $((n - 3)) cluster myid)
    within follows "$n" "$of" || fail "$n" "could not become a replica of node $((n - 3))"
  done
}
# Works as soon as node $1 has heard of the master.
follows() { [[ $(cli "$1" cluster replicate "$2") == OK ]]; }

start() {
  # A path is one word in the settings.
  [[ $DIR != *[[:space:]\'\"\\#]* ]] || die 2 'DIR must not contain spaces, quotes, backslashes or hash signs'
  [[ ! -e $DIR || (-d $DIR && -z $(ls -A "$DIR")) ]] || die 2 "$DIR exists and is not empty"
  check_packages
  choose_ports
  local n
  for n in "${NODES[@]}"; do
    mkdir -p "$DIR/node$n/data"
    configure "$n" >"$DIR/node$n/redis.conf"
  done
  say "ports $PORT to $((PORT + 5)) for clients, $((PORT + BUS)) to $((PORT + BUS + 5)) for the nodes themselves"
  trap end EXIT # no node stays behind if a step fails
  for n in "${NODES[@]}"; do launch "$n"; done
  for n in "${NODES[@]}"; do wait_answer "$n"; done
  join
  for n in "${NODES[@]}"; do wait_settled "$n"; done
  trap - EXIT
  for n in "${NODES[@]}"; do line "$n" "$(own_role "$n")"; done
}

# All are started before any is waited for: after most masters were killed, they come to life only together.
restart() {
  check_packages
  local n
  for n in "$@"; do dead "$n" || die 2 "node $n is running"; done
  for n in "$@"; do launch "$n"; done
  for n in "$@"; do wait_answer "$n"; done
  for n in "$@"; do wait_settled "$n"; line "$n" "$(own_role "$n")"; done
}

status() {
  local n
  for n in "${NODES[@]}"; do
    if alive "$n"; then
      echo "$(line "$n" "$(own_role "$n")") $(value "$n" cluster_state cluster info)"
    else
      echo "$(line "$n" -) down"
    fi
  done
}

usage() { sed -n 's/^#   scripts/scripts/p' "$0" >&2; exit 2; }

main() {
  if [[ $* == check ]]; then check_packages; return; fi
  (($# >= 2)) || usage
  local command=$1 n; DIR=$(realpath -m -- "$2"); shift 2
  # Nothing is killed or deleted in a directory that `start` did not set up.
  [[ $command == start || -e $DIR/node6/redis.conf ]] || die 2 "no cluster in $DIR"
  case $command in
    kill | restart)
      (($# > 0)) || usage
      for n in "$@"; do [[ $n == [1-6] ]] || usage; done ;;
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
      end
      [[ $* != --remove ]] || rm -rf -- "$DIR" ;;
  esac
}
main "$@"
