#!/usr/bin/env bash
# The page for editors, from the sources. First its tests, on a wide page and on a phone, in memory and on SQLite, with a
# quick and a slow network; then figures: how soon its list is there, how long a key takes. Needs Chromium; CHROMIUM names
# another than /usr/bin/chromium. docs/reliability.md has the last figures. `scripts/pages.sh figures`: those alone.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/steps.sh
step 'install the runtimes' install test/runtimes
if [ "${1:-}" != figures ]; then
  for storage in memory sqlite; do
    for width in 1280 390; do
      for network in quick slow; do
        echo "— $width px, $storage, a $network network"
        EDITOR_STORAGE=$storage EDITOR_WIDTH=$width EDITOR_NETWORK=$network \
          npx vitest run --config test/runtimes/screens/vitest.config.ts
      done
    done
  done
fi
npx tsx --tsconfig tsconfig.json test/runtimes/screens/figures.ts
