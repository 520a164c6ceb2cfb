#!/usr/bin/env bash
# parts.sh PART...: make each part, a target of the Makefile, whether others have failed or not; then print a table of
# them, and of those that failed the command that repeats each. Fails when one has failed. Parts that are joined by `+`
# run at the same time. A part with tests fails, too, when none of them has run.
set -euo pipefail
cd "$(dirname "$0")/.."
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT

# The number before a word in the closing lines of pytest and of vitest, added up: a part may run both, or one twice.
count() {
  sed 's/\x1b\[[0-9;]*m//g' "$logs/$1" | awk -v word="$2" '
    word == "passed" && /^all: [0-9]+ of [0-9]+ mutants noticed/ { sum += $4 }
    /^=+ .* in [0-9.]+s.* =+$/ || /^[0-9]+ (passed|failed|skipped|error).* in [0-9.]+s/ || /^ *Tests  / {
      for (at = 2; at <= NF; at++) {
        name = $at
        sub(/s?,?$/, "", name)
        if (name == word) sum += $(at - 1)
      }
    }
    END { print sum + 0 }'
}

# Whether a part consists of tests.
has_tests() {
  case $1 in
    pytest | ui | test-*) return 0 ;;
    *) return 1 ;;
  esac
}

# Make a part, and keep its status and its seconds.
make_part() {
  local start=$SECONDS status=0
  "${MAKE:-make}" --no-print-directory "$1" 2>&1 || status=$?
  echo "$status $((SECONDS - start))" > "$logs/$1.end"
}

table=()
failed=()
for group in "$@"; do
  read -ra parts <<< "${group//+/ }"
  if [ "${#parts[@]}" -eq 1 ]; then
    make_part "$group" | tee "$logs/$group"
  else
    for part in "${parts[@]}"; do
      make_part "$part" > "$logs/$part" &
    done
    wait
    for part in "${parts[@]}"; do
      cat "$logs/$part"
    done
  fi
  for part in "${parts[@]}"; do
    read -r status seconds < "$logs/$part.end"
    wrong=$(($(count "$part" failed) + $(count "$part" error)))
    tests=$(($(count "$part" passed) + wrong))
    if has_tests "$part" && [ "$status" -eq 0 ] && [ "$tests" -eq 0 ]; then
      failed+=("$part")
      wrong="no test"
    elif [ "$status" -ne 0 ]; then
      failed+=("$part")
      [ "$wrong" -gt 0 ] || wrong=failed
    fi
    [ "$tests" -gt 0 ] || tests=-
    table+=("$(printf '%-18s %8s %8d %8s' "$part" "$tests" "$seconds" "$wrong")")
  done
done

printf '\n%-18s %8s %8s %8s\n' part tests seconds failed
printf '%s\n' "${table[@]}"
printf '%-18s %8s %8d %8s\n' all "" "$SECONDS" "${#failed[@]}"
if [ "${#failed[@]}" -gt 0 ]; then
  printf '\nFailed: %s. To repeat:\n' "${failed[*]}" >&2
  printf '  make %s\n' "${failed[@]}" >&2
  exit 1
fi
