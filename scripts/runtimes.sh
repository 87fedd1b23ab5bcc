#!/usr/bin/env bash
# The tests that start real runtimes, test/runtimes/: installs those, packs this package and gives it to them as its
# users get it, then runs the tests. What follows goes to vitest: `npm run test:runtimes -- requests`.
set -euo pipefail
cd "$(dirname "$0")/.."
home=test/runtimes

# What a step prints matters only where it fails.
step() {
  local name=$1 began=$SECONDS log
  shift
  log=$(mktemp)
  if ! ("$@") >"$log" 2>&1; then
    cat "$log" >&2
    rm -f "$log"
    echo "runtimes.sh: $name failed" >&2
    exit 1
  fi
  rm -f "$log"
  echo "$name: $((SECONDS - began)) s"
}

install() { npm ci --prefix "$home" --no-audit --no-fund; }

# Removed first: npm keeps a package of the same version, whatever is in it.
install_package() {
  local folder
  folder=$(mktemp -d)
  npm pack --silent --ignore-scripts --pack-destination "$folder" &&
    rm -rf "$home/node_modules/events-api" &&
    npm install --prefix "$home" --no-save --no-audit --no-fund "$folder"/events-api-*.tgz || return 1
  rm -rf "$folder"
}

deno_check() {
  cd "$home" && DENO_NO_UPDATE_CHECK=1 node_modules/deno/deno check --unstable-kv --no-lock --no-remote "$@"
}

[ "$home/node_modules/.package-lock.json" -nt "$home/package-lock.json" ] || step 'install the runtimes' install
step 'build' npm run --silent build
step 'install the package' install_package
# Each with the types of the runtime that it is for.
step 'types' npx tsc -p "$home"
step 'types of the worker' npx tsc -p "$home/programs/worker"
step 'types for Deno' deno_check programs/deno.ts
began=$SECONDS
status=0
npx vitest run --config "$home/vitest.config.ts" "$@" || status=$?
echo "tests: $((SECONDS - began)) s"
exit "$status"
