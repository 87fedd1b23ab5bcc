#!/usr/bin/env bash
# The tests that start real runtimes, test/runtimes/: installs those, packs this package and gives it to them as its
# users get it, then runs the tests. What follows goes to vitest: `npm run test:runtimes -- requests`.
#
# What they test is known by its contents: once all have passed, test/runtimes/passed says for which. As long as adapters,
# pages and the build are the same, CI leaves these tests to the night. Commit the file with the change that you tested.
#
#     scripts/runtimes.sh --passed   # whether they have passed for what is here; prints what differs
#     scripts/runtimes.sh --install  # only installs the runtimes
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/steps.sh
home=test/runtimes

# All that is a reason to run them, by part, with its contents.
contents() {
  local part
  for part in adapters src/apps src/client src/core/docs-page src/pages src/{client,editor,embed,suggest}.ts examples package-lock.json \
    tsup.config.ts scripts/browser.ts "$home"; do
    [ ! -e "$part" ] || echo "$part $(git ls-files -z --cached --others --exclude-standard -- "$part" ":!$home/passed" |
      sort -z | xargs -0 sha256sum 2>/dev/null | sha256sum | cut -d ' ' -f 1)"
  done
}

# Fails where it cannot tell.
passed() {
  local changed
  [ -s "$home/passed" ] || { echo "$home/passed is not there: the tests of runtimes have not passed yet"; return 1; }
  changed=$(diff <(contents) "$home/passed" | sed -n 's/^[<>] \([^ ]*\) .*/\1/p' | sort -u | xargs) || true
  [ -z "$changed" ] || { echo "Changed since the tests of runtimes passed: $changed"; return 1; }
  echo 'Adapters, pages and the build are as they were when the tests of runtimes passed'
}

deno_check() {
  cd "$home" && DENO_NO_UPDATE_CHECK=1 node_modules/deno/deno check --unstable-kv --no-lock --no-remote "$@"
}

[ "${1-}" != --passed ] || { passed; exit; }
step 'install the runtimes' install "$home"
[ "${1-}" != --install ] || exit 0
tested=$(contents)
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
# Not in CI, whose checkout is thrown away, and not after some of them alone.
for word in "$@"; do [[ $word == --* ]] || exit "$status"; done
[ "$status" -ne 0 ] || [ -n "${CI-}" ] || echo "$tested" >"$home/passed"
exit "$status"
