#!/usr/bin/env bash
# Real projects of the frameworks, by their starters where these run: installs each, runs `kalends init`, builds and
# serves it, and sends the same requests. Needs the package registry and minutes, so it is not part of `.ci/run`. Names
# of projects choose some: `scripts/frameworks.sh express nuxt`. STARTERS=0 makes all of them as test/frameworks/projects.ts
# has them, at their newest versions. Its rows are for the table in docs/runtimes.md.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/steps.sh

step 'install the runtimes' install test/runtimes
step 'build' build
packed=$(mktemp -d)
trap 'rm -rf "$packed"' EXIT
npm pack --silent --ignore-scripts --pack-destination "$packed" >/dev/null
npx tsx test/frameworks/run.ts "$(echo "$packed"/kalends-*.tgz)" "$@"
