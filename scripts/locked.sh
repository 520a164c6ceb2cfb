#!/usr/bin/env bash
# locked.sh LOCK FILE... -- COMMAND...: run the command unless it has run for these contents of the files, which LOCK
# remembers. A fresh checkout has new times and the same contents: what a cache has kept is not installed again.
set -euo pipefail
cd "$(dirname "$0")/.."
lock=$1
shift
files=()
while [ "$1" != -- ]; do
  files+=("$1")
  shift
done
shift
contents=$(cat "${files[@]}" | cksum)
if [ "$(cat "$lock" 2>/dev/null)" = "$contents" ]; then
  exit 0
fi
"$@"
echo "$contents" > "$lock"
