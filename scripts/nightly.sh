#!/usr/bin/env bash
# Every test, also what CI leaves to the night: behaviour above the contract on the storages that CI does not try it on,
# programs of several processes on every storage, and runtimes, Next.js, workerd, Bun and the browser, whatever has
# changed. `npm run fuzz`, `npm run crash` and `npm run mutate` take hours more, and stay apart.
set -uo pipefail
cd "$(dirname "$0")/.."
export NIGHTLY=1 PROCESSES=full

failed=()
run() {
  local began=$SECONDS
  echo "— $*"
  "$@" || failed+=("$*")
  echo "  $((SECONDS - began)) s"
}

run npm run --silent build && export BUILT=1
run npx vitest run
run npm run --silent test:node24
run npm run --silent test:compilers
run npm run --silent test:runtimes
for one in "${failed[@]}"; do echo "✗ failed: $one"; done
[ "${#failed[@]}" -eq 0 ]
