#!/usr/bin/env bash
# The languages whose samples are parsed and run by the tests: Go, Java, PHP with curl, and Ruby.
set -euo pipefail
missing=()
command -v gofmt >/dev/null || missing+=(golang-go)
command -v javac >/dev/null || missing+=(default-jdk-headless)
php -r 'exit(extension_loaded("curl") ? 0 : 1);' 2>/dev/null || missing+=(php-cli php-curl)
command -v ruby >/dev/null || missing+=(ruby)
if [ ${#missing[@]} -gt 0 ]; then
  "$(dirname "$0")/apt.sh" "${missing[@]}"
fi
