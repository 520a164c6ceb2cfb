#!/usr/bin/env bash
# chromium.sh PYTHON: make sure that there is a Chromium for the browser tests.
# tests/browser looks for the same commands in the same order; GGDOCS_CHROMIUM= names one.
set -euo pipefail
cd "$(dirname "$0")/.."

runs() {
  "$1" --version 2>/dev/null
}

find_chromium() {
  local candidate
  for candidate in ${GGDOCS_CHROMIUM:-} chromium chromium-browser google-chrome; do
    # Ubuntu's chromium-browser is a stub that asks for a snap: only what answers is a browser.
    if command -v "$candidate" >/dev/null && runs "$candidate"; then
      return
    fi
  done
  return 1
}

if find_chromium; then
  exit 0
fi
echo "No Chromium found; installing it."
scripts/apt.sh chromium fonts-liberation || true
if find_chromium; then
  exit 0
fi
echo "The system's archive has none that runs; asking Playwright for its own."
"$1" -m playwright install --with-deps chromium
