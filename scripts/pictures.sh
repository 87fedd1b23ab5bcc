#!/usr/bin/env bash
# Takes the pictures of the pages from the sources: docs/images/editor-*.png and site-*.png. Needs Chromium; CHROMIUM names
# another than /usr/bin/chromium.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/steps.sh
step 'install the runtimes' install test/runtimes
npx tsx --tsconfig tsconfig.json test/runtimes/screens/pictures.ts
npx tsx --tsconfig tsconfig.json test/runtimes/screens/site-pictures.ts
