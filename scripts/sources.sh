#!/usr/bin/env bash
#
# Calendars from elsewhere, at length: what `.ci/run` takes a little of. Prints a table at the end.
#
#   scripts/sources.sh [histories] [kills] [days] [rounds]    default: 10 30 365 30
#
# - histories of 30 steps for each shape of publisher, in memory, each step with a reading that is cut before a commit;
# - on SQLite, LMDB, PostgreSQL, MariaDB and Redis a history with a reading that is killed at each step (`kill -9`);
# - there, too: so many rounds of three processes that read six sources at the same time, so many in which one of them is stopped
#   in the middle of a reading and goes on hours later, and 500 suggestions at once, twice;
# - a town of twelve sources for so many days.
#
# `SEED=n` chooses other ones. Servers that cannot be reached are left out; the table lacks them.
set -uo pipefail
cd "$(dirname "$0")/.."

histories=${1:-10} kills=${2:-30} days=${3:-365} rounds=${4:-30}
log=$(mktemp)
trap 'rm -f "$log"' EXIT
failed=0

run() {
  local started=$SECONDS name=$1
  shift
  env NO_COLOR=1 "$@" npx vitest run --project all "test/$name.test.ts" >"$log" 2>&1 || { failed=1; cat "$log"; }
  took=$((SECONDS - started))
}

rows=()
# A row for each line that a test prints of a storage.
rows_of() {
  while read -r line; do rows+=("| $line |"); done < <(sed -nE "s/^([A-Za-z]+), $1\$/\1 | $2/p" "$log")
}

run sources/histories/memory HISTORIES="$histories"
rows+=("| memory | $(grep -oaE '[0-9]+ passed' "$log" | tail -1) histories of 30 steps | ${took} s |")
run sources/histories/killed CRASH=full KILLS="$kills"
rows_of 'SEED=([0-9]+): killed .*"during":([0-9]+),"after":([0-9]+).*' '\3 kills during a reading, \4 after it, SEED=\2 |'
run sources/histories/processes PROCESSES=full ROUNDS="$rounds"
rows_of 'together: (.*), ([0-9]+ s)' '\2 | \3'
run sources/histories/stopped PROCESSES=full ROUNDS="$rounds"
rows_of 'stopped: (SEED=[0-9]+), (.*)' 'stopped in \3, \2 |'
run suggestions/processes PROCESSES=full
rows_of 'suggested: (.*), ([0-9.]+ s)' '\2 | \3'
run sources/histories/town DAYS="$days"
rows+=("| twelve sources | $days days: $(grep -aoE '[0-9]+ edits.*' "$log") | ${took} s |")

printf '%s\n' '| | | |' '| --- | --- | ---: |' "${rows[@]}"
exit "$failed"
