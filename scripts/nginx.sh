#!/usr/bin/env bash
# nginx.sh: make sure that there is an nginx, for the test of the guide's snippets.
set -euo pipefail
cd "$(dirname "$0")/.."
if PATH="$PATH:/usr/sbin" command -v nginx >/dev/null; then
  exit 0
fi
exec scripts/apt.sh nginx-light
