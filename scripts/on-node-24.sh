#!/usr/bin/env bash
# The tests that want node:sqlite, on a Node that has it, whatever Node runs this.
set -euo pipefail
cd "$(dirname "$0")/.."

node=$PWD/test/runtimes/node_modules/node24/bin/node
[ -x "$node" ] || npm ci --prefix test/runtimes --no-audit --no-fund
"$node" --version
vitest() { "$node" node_modules/vitest/vitest.mjs run --project '!cache off' "$@"; }

vitest -t node:sqlite test/{contract,storage}/sqlite.test.ts test/adapters/sql-clients.test.ts \
  test/differential/node-sqlite.test.ts test/faults/given-up.test.ts "$@"
vitest test/examples "$@"
