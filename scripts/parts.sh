#!/usr/bin/env bash
# parts.sh PART...: make each part, a target of the Makefile, whether others have failed or not; then print a table of
# them, and of those that failed the command that repeats each. Fails when one has failed.
set -euo pipefail
cd "$(dirname "$0")/.."
log=$(mktemp)
trap 'rm -f "$log"' EXIT

# The number before a word in the closing lines of pytest and of vitest, added up: a part may run both, or one twice.
count() {
  sed 's/\x1b\[[0-9;]*m//g' "$log" | awk -v word="$1" '
    /^=+ .* in [0-9.]+s.* =+$/ || /^[0-9]+ (passed|failed|skipped|error).* in [0-9.]+s/ || /^ *Tests  / {
      for (at = 2; at <= NF; at++) {
        name = $at
        sub(/s?,?$/, "", name)
        if (name == word) sum += $(at - 1)
      }
    }
    END { print sum + 0 }'
}

table=()
failed=()
for part in "$@"; do
  start=$SECONDS
  status=0
  "${MAKE:-make}" --no-print-directory "$part" 2>&1 | tee "$log" || status=$?
  wrong=$(($(count failed) + $(count error)))
  tests=$(($(count passed) + wrong + $(count skipped)))
  if [ "$status" -ne 0 ]; then
    failed+=("$part")
    [ "$wrong" -gt 0 ] || wrong=failed
  fi
  [ "$tests" -gt 0 ] || tests=-
  table+=("$(printf '%-18s %8s %8d %8s' "$part" "$tests" $((SECONDS - start)) "$wrong")")
done

printf '\n%-18s %8s %8s %8s\n' part tests seconds failed
printf '%s\n' "${table[@]}"
printf '%-18s %8s %8d %8s\n' all "" "$SECONDS" "${#failed[@]}"
if [ "${#failed[@]}" -gt 0 ]; then
  printf '\nFailed: %s. To repeat:\n' "${failed[*]}" >&2
  printf '  make %s\n' "${failed[@]}" >&2
  exit 1
fi
