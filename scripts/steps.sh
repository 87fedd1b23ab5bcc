# For scripts that test the package as its users get it: `source scripts/steps.sh`, in the root of the repository.

# What a step prints matters only where it fails.
step() {
  local name=$1 began=$SECONDS log
  shift
  log=$(mktemp)
  if ! ("$@") >"$log" 2>&1; then
    cat "$log" >&2
    rm -f "$log"
    echo "${0##*/}: $name failed" >&2
    exit 1
  fi
  rm -f "$log"
  echo "$name: $((SECONDS - began)) s"
}

# CI says by BUILT that it has just built the package.
build() { [ -n "${BUILT-}" ] || npm run --silent build; }

# Installs what a folder's package-lock.json names, unless that is there.
install() {
  [ "$1/node_modules/.package-lock.json" -nt "$1/package-lock.json" ] || npm ci --prefix "$1" --no-audit --no-fund
}

# Packs the built package and installs it in a folder. Removed there first: npm keeps a package of the same version,
# whatever is in it.
install_package() {
  local packed
  packed=$(mktemp -d)
  npm pack --silent --ignore-scripts --pack-destination "$packed" &&
    rm -rf "$1/node_modules/kalends" &&
    npm install --prefix "$1" --no-save --no-audit --no-fund "$packed"/kalends-*.tgz || return 1
  rm -rf "$packed"
}
