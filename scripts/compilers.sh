#!/usr/bin/env bash
# The tests of the package's types, test/compilers/: installs the TypeScript versions that users have and the types of
# frameworks, packs this package as its users get it, then runs the tests. What follows goes to vitest.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/steps.sh
home=test/compilers

step 'install the compilers' install "$home"
step 'build' build
step 'install the package' install_package "$home"
exec npx vitest run --config "$home/vitest.config.ts" "$@"
