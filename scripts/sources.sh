#!/usr/bin/env bash
#
# Calendars from elsewhere, at length: what `.ci/run` takes a little of. Prints a table at the end.
#
#   scripts/sources.sh [histories] [kills] [days]    default: 10 30 365
#
# - histories of 30 steps for each shape of publisher, in memory, each step with a reading that is cut before a commit;
# - on SQLite, LMDB, PostgreSQL, MariaDB and Redis a history with a reading that is killed at each step (`kill -9`);
# - a town of twelve sources for so many days.
#
# `SEED=n` chooses other ones. Servers that cannot be reached are left out; the table lacks them.
set -uo pipefail
cd "$(dirname "$0")/.."

histories=${1:-10} kills=${2:-30} days=${3:-365}
log=$(mktemp)
trap 'rm -f "$log"' EXIT
failed=0

run() {
  local started=$SECONDS name=$1
  shift
  env "$@" npx vitest run --project all "test/sources/histories/$name.test.ts" >"$log" 2>&1 || { failed=1; cat "$log"; }
  took=$((SECONDS - started))
}

rows=()
run memory HISTORIES="$histories"
rows+=("| memory | $(grep -oaE '[0-9]+ passed' "$log" | tail -1) histories of 30 steps | ${took} s |")
run killed CRASH=full KILLS="$kills"
while read -r line; do rows+=("| $line | |"); done < <(
  grep -aoE '[A-Za-z]+, SEED=[0-9]+: killed \{.*\}' "$log" |
    sed -E 's/([A-Za-z]+), SEED=([0-9]+): killed .*"during":([0-9]+),"after":([0-9]+).*/\1 | \3 kills during a reading, \4 after it, SEED=\2/'
)
run town DAYS="$days"
rows+=("| twelve sources | $days days: $(grep -aoE '[0-9]+ edits.*' "$log") | ${took} s |")

printf '%s\n' '| | | |' '| --- | --- | ---: |' "${rows[@]}"
exit "$failed"
