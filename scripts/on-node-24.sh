#!/usr/bin/env bash
# The tests that want node:sqlite, on a Node that has it, whatever Node runs this. At night the examples, too: otherwise
# they run on the oldest Node alone.
set -euo pipefail
cd "$(dirname "$0")/.."

node=$PWD/test/runtimes/node_modules/node24/bin/node
[ -x "$node" ] || scripts/runtimes.sh --install
"$node" --version
vitest() { "$node" node_modules/vitest/vitest.mjs run --project '!nightly' "$@"; }

vitest -t node:sqlite test/{contract,storage}/sqlite.test.ts test/adapters/sql-clients.test.ts \
  test/differential/node-sqlite.test.ts test/faults/given-up.test.ts "$@"
[ -z "${NIGHTLY-}" ] || vitest test/examples "$@"
