#!/usr/bin/env bash
# The languages whose samples are checked by their own parsers: Go, PHP and Ruby.
set -euo pipefail
missing=()
command -v gofmt >/dev/null || missing+=(golang-go)
command -v php >/dev/null || missing+=(php-cli)
command -v ruby >/dev/null || missing+=(ruby)
if [ ${#missing[@]} -gt 0 ]; then
  "$(dirname "$0")/apt.sh" "${missing[@]}"
fi
