#!/usr/bin/env bash
# The tests that start real runtimes, test/runtimes/: installs those, packs this package and gives it to them as its
# users get it, then runs the tests. What follows goes to vitest: `npm run test:runtimes -- requests`.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/steps.sh
home=test/runtimes

deno_check() {
  cd "$home" && DENO_NO_UPDATE_CHECK=1 node_modules/deno/deno check --unstable-kv --no-lock --no-remote "$@"
}

step 'install the runtimes' install "$home"
step 'build' build
step 'install the package' install_package "$home"
# Each with the types of the runtime that it is for.
step 'types' npx tsc -p "$home"
step 'types of the worker' npx tsc -p "$home/programs/worker"
step 'types for Deno' deno_check programs/deno.ts
began=$SECONDS
status=0
npx vitest run --config "$home/vitest.config.ts" "$@" || status=$?
echo "tests: $((SECONDS - began)) s"
exit "$status"
