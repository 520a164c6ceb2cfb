#!/usr/bin/env bash
# apt.sh PACKAGE...: install from the system's own archive, as root or through sudo.
set -euo pipefail
if ! command -v apt-get >/dev/null; then
  echo "Cannot install $*: there is no apt-get here. Install it by hand and run make again." >&2
  exit 1
fi
as_root=()
if [ "$(id -u)" -ne 0 ]; then
  as_root=(sudo)
fi
"${as_root[@]}" apt-get update -q
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "$@"
