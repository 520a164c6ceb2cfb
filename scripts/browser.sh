#!/usr/bin/env bash
# browser.sh PYTHON chromium|firefox: make sure that there is this browser for the browser tests.
# tests/browser/engines.py looks for the same commands in the same order; GGDOCS_CHROMIUM= and GGDOCS_FIREFOX= name one.
set -euo pipefail
cd "$(dirname "$0")/.."

case $2 in
  chromium)
    # The headless shell opens pages in less than half of the time of the others.
    fast=${GGDOCS_CHROMIUM:-chromium-headless-shell}
    candidates="$fast chromium chromium-browser google-chrome"
    packages="chromium-headless-shell fonts-liberation"
    ;;
  firefox)
    fast=
    candidates="${GGDOCS_FIREFOX:-} firefox-esr firefox"
    packages="firefox-esr fonts-liberation"
    ;;
esac

find_browser() {
  local candidate
  for candidate in $candidates; do
    # Ubuntu's chromium-browser and firefox are stubs that ask for a snap: only what answers is a browser.
    if command -v "$candidate" >/dev/null && "$candidate" --version 2>/dev/null; then
      return
    fi
  done
  return 1
}

# Tests read what a browser prints.
command -v pdftotext >/dev/null || scripts/apt.sh poppler-utils
if [ -n "$fast" ] && command -v "$fast" >/dev/null || { [ -z "$fast" ] && find_browser; }; then
  exit 0
fi
echo "Installing $packages."
# shellcheck disable=SC2086  # several packages
scripts/apt.sh $packages || true
if find_browser; then
  exit 0
fi
echo "The system's archive has none that runs; asking Playwright for its own."
if ! "$1" -m playwright install --with-deps "$2"; then
  echo "There is no $2 here. Install it by hand and run make again:" >&2
  echo "  $1 -m playwright install --with-deps $2" >&2
  exit 1
fi
