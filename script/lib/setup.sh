# Sourced by the scripts: changes to the root, installs the packages of the lock file, and puts Node 24 first in PATH.
# Uses the network only when the lock file has changed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

stamp=node_modules/.installed
wanted="$(cksum <package-lock.json) $(uname -sm)"

# alone FD: takes a lock on the file descriptor, so that of several scripts one proceeds and the others wait. macOS has
# no flock.
alone() {
  if command -v flock >/dev/null; then flock "$1"; fi
}

if [ "$(cat "$stamp" 2>/dev/null)" != "$wanted" ]; then
  if ! command -v npm >/dev/null; then
    echo "npm is missing: install Node.js 20 or newer, which brings it." >&2
    exit 1
  fi
  (
    alone 9
    if [ "$(cat "$stamp" 2>/dev/null)" = "$wanted" ]; then exit; fi
    echo "Installing dependencies (only when the lock file changed)…" >&2
    npm ci --loglevel=error --no-audit --no-fund >&2
    echo "$wanted" >"$stamp"
  ) 9<package-lock.json
fi

PATH="$PWD/node_modules/.bin:$PATH"
export PATH
# Node caches compiled modules here, which makes a start half a second faster.
export NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-$PWD/node_modules/.cache/compiled}"
# The type checker, a Go program, takes a sixth less CPU time when it collects garbage less often.
export GOGC="${GOGC:-400}"

if [ "$(node -p 'Number(process.versions.node.split(".")[0]) >= 24' 2>/dev/null)" != true ]; then
  echo "Avatary needs Node.js 24 or newer. There is no packaged one for $(uname -sm): install it and try again." >&2
  exit 1
fi
