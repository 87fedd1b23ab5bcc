#!/usr/bin/env bash
# How much the tests notice: puts faults into src/, one at a time, and counts those that no test fails for.
# `npm run mutate` mutates every room, `npm run mutate -- domain` one, `npm run mutate -- domain src/domain/geo.ts` a
# file of it; `MUTATION_STATIC=yes` also what runs once, when a module is loaded. `npm run mutate -- seeded` puts in
# the faults of test/mutation/seeded-bugs/ instead, each of which must be noticed. MUTATION_WORKERS: processes, 2.
set -euo pipefail
cd "$(dirname "$0")/.."
home=test/mutation

if [ "${1:-}" = seeded ]; then
  shift
  exec node_modules/.bin/tsx "$home/seeded-bugs/run.ts" "$@"
fi

[ "$home/node_modules/.package-lock.json" -nt "$home/package-lock.json" ] ||
  npm ci --prefix "$home" --no-audit --no-fund
exec node "$home/mutate.js" "$@"
