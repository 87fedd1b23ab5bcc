#!/usr/bin/env bash
# Figures of the page for editors, from the sources: how soon its list is there, how long a key takes. Needs Chromium;
# CHROMIUM names another than /usr/bin/chromium. docs/reliability.md has the last figures.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/steps.sh
step 'install the runtimes' install test/runtimes
npx tsx --tsconfig tsconfig.json test/runtimes/screens/figures.ts
