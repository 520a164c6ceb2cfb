#!/usr/bin/env bash
# node.sh: say clearly when Node is missing or too old for the tools of the UI.
set -euo pipefail
if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
  echo "Node 20.19 or newer with npm is needed to check the UI and was not found." >&2
  echo "  sudo apt-get install nodejs npm    (or from https://nodejs.org, where that is older)" >&2
  exit 1
fi
if ! node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)'; then
  echo "Node 20.19 or newer is needed to check the UI; this is $(node --version)." >&2
  echo "  npm install --global n && n 22    (or from https://nodejs.org)" >&2
  exit 1
fi
echo "Node $(node --version), npm $(npm --version)"
