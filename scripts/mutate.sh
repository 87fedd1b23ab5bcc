#!/usr/bin/env bash
# How much the tests notice: Stryker changes src/ in thousands of small ways and lists the changes that no test fails
# for. `npm run mutate` takes a night; `npm run mutate -- --mutate 'src/core/domain/**'` takes one folder, and
# `npm run mutate -- --sample 80` some 200 mutants of lines that `SEED=n` picks. The report is in
# coverage/mutation/index.html.
set -euo pipefail
cd "$(dirname "$0")/.."
home=test/mutation

# Without peers: the runner uses the project's own vitest.
[ "$home/node_modules/.package-lock.json" -nt "$home/package-lock.json" ] ||
  npm ci --prefix "$home" --legacy-peer-deps --no-audit --no-fund
if [ "${1-}" = --sample ]; then
  set -- --mutate "$(node "$home/sample.js" "$2")" "${@:3}"
fi
exec node "$home/node_modules/@stryker-mutator/core/bin/stryker.js" run "$home/stryker.config.js" "$@"
