#!/usr/bin/env bash
# apt.sh PACKAGE...: install from the system's own archive, as root or through sudo. Where that fails, the last line is
# the command that installs them.
set -euo pipefail
as_root=()
if [ "$(id -u)" -ne 0 ]; then
  as_root=(sudo)
fi
how() {
  echo "Cannot install $*. Install it by hand and run make again:" >&2
  echo "  sudo apt-get install $*    (or what has these programs in your system's packages)" >&2
  exit 1
}
command -v apt-get >/dev/null || how "$@"
"${as_root[@]}" apt-get update -q || how "$@"
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "$@" || how "$@"
