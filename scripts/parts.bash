# Running the parts of a test tier: each part's output goes to a log, its counts and times into one summary.
# shellcheck shell=bash

reports=target/test-reports
rm -rf "$reports" && mkdir -p "$reports"
# A file per part that has passed, with a hash of what it depends on.
stamps=target/passed
mkdir -p "$stamps"

# part NAME COUNTER COMMAND…: runs one part. COUNTER reads its output and prints "passed failed".
# The output is printed when the part has failed, and kept in target/test-reports/NAME.log in any case.
part() {
  local name=$1 counter=$2 log code passed failed wall user system
  shift 2
  log=$reports/${name//[: ]/-}.log
  say "── $name"
  TIMEFORMAT='%R %U %S'
  { time "$@" >"$log" 2>&1; } 2>"$log.time"
  code=$?
  read -r wall user system < <(tail -n 1 "$log.time")
  rm -f "$log.time"
  read -r passed failed < <("$counter" <"$log")
  # A crash after the last test is a failure too, and so is a run without any test.
  if [ "$code" != 0 ] && [ "${failed:-0}" = 0 ]; then
    failed=1
    [ "$counter" != one_check ] || passed=0
  fi
  if [ "$code" = 0 ] && [ "$((passed + failed))" = 0 ]; then echo "no test was run" >>"$log" && failed=1; fi
  printf '%s\t%s\t%s\t%s\t%s\n' "$name" "$passed" "$failed" "$wall" "$(awk "BEGIN { print $user + $system }")" >>"$reports/parts.tsv"
  if [ "$failed" = 0 ]; then
    say "   $name: $passed passed in ${wall%.*} s"
  else
    cat "$log"
    say "   $name: $failed FAILED, $passed passed"
  fi
}

# A part that is one yes or no, counted as one test.
check() {
  local name=$1
  shift
  part "$name" one_check "$@"
}
one_check() { cat >/dev/null && echo 1 0; }

# inputs PATH…: a hash of every file below these paths that git knows or would add.
inputs() { git ls-files -z --cached --others --exclude-standard -- "$@" | sort -zu | xargs -0 sha1sum 2>/dev/null | sha1sum; }

# step NAME INPUTS RUNNER…: runs a part (`part` or `check`, then their arguments) unless it passed with these
# inputs before, in whichever tier; with ALL=1 in any case.
step() {
  local name=$1 stamp=$stamps/${1//[: ]/-} now
  # shellcheck disable=SC2086 # one word per path
  now=$(inputs $2)
  if [ -z "${ALL:-}" ] && [ "$now" = "$(cat "$stamp" 2>/dev/null)" ]; then
    say "── $name: unchanged since it passed"
    return
  fi
  "$3" "$name" "${@:4}"
  if awk -F'\t' -v name="$name" '$1 == name { ok = $3 == 0 } END { exit !ok }' "$reports/parts.tsv"; then echo "$now" >"$stamp"; fi
}

# The page's parts, which depend on its own files alone.
page_parts() {
  step "page: types" ui check npm run --prefix ui --silent typecheck
  step "page: lint" ui check npm run --prefix ui --silent lint
  step "page: tests" ui part vitest_counts npm run --prefix ui --silent test -- \
    --reporter=default --reporter=json --outputFile.json="../$reports/page.json"
}
window_test_types() { step "window tests: types" tests/desktop check npm run --prefix tests/desktop --silent typecheck; }

# no_warnings COMMAND…: any warning is a failure, also one of an earlier build, which cargo repeats.
no_warnings() { "$@" 2>&1 | awk '{ print; fflush() } /^(warning|error)/ { bad = 1 } END { exit bad }'; }

# rust_tests CARGO-ARGUMENTS…: with cargo-nextest where it is installed, else with cargo test. Half of what the tests do is
# waiting for servers, so more of them run at once than there are cores.
# SKIPPED_TESTS: parts of test names that are left out.
rust_tests() {
  local at_once=$((2 * $(getconf _NPROCESSORS_ONLN))) skipped=() name code
  if ! cargo nextest --version >/dev/null 2>&1; then
    for name in ${SKIPPED_TESTS:-}; do skipped+=(--skip "$name"); done
    cargo test --locked "$@" -- --test-threads "$at_once" ${skipped[@]+"${skipped[@]}"}
    return
  fi
  for name in ${SKIPPED_TESTS:-}; do skipped+=(-E "not test($name)"); done
  cargo nextest run --locked --test-threads "$at_once" "$@" ${skipped[@]+"${skipped[@]}"}
  code=$?
  cp target/nextest/default/junit.xml "$reports/rust.xml"
  return $code
}
# "test result: ok. 12 passed; 1 failed; …" once per binary, or
# "Summary [  12.3s] 120 tests run: 119 passed (2 slow), 1 failed, 0 skipped".
rust_counts() {
  sed 's/\x1b\[[0-9;]*m//g' |
    awk '/^test result:|^ +Summary \[/ { for (i = 1; i < NF; i++) { if ($(i+1) ~ /^passed/) p += $i; if ($(i+1) ~ /^(failed|timed)/) f += $i } }
         END { print p + 0, f + 0 }'
}
# "Tests  1 failed | 12 passed (13)"
vitest_counts() {
  sed 's/\x1b\[[0-9;]*m//g' |
    awk '/^ *Tests +/ { for (i = 2; i <= NF; i++) { if ($i ~ /^passed/) p += $(i-1); if ($i ~ /^failed/) f += $(i-1) } }
         END { print p + 0, f + 0 }'
}

# "ok: …" and "FAIL …", one for each expectation of a script in tests/packages.
expectation_counts() { awk '/^ok: / { p++ } /^FAIL / { f++ } END { print p + 0, f + 0 }'; }

# The names of failed tests and their messages, so that the last lines of a long run are enough to begin with.
failures() {
  sed 's/\x1b\[[0-9;]*m//g' "$1" | cut -c -300 | awk '
    /^ *FAIL |panicked at |^(warning|error)/ { print "  " $0; more = 1; next }
    more && NF                               { print "    " $0; more = 0 }
    /^\+   /                                 { print "    " $0 } # received value of a page test
  ' | head -40
}

# The end of a run: the slowest tests, the time of each part beside the committed one, what failed, and the counts.
summary() {
  local name passed failed
  node scripts/test-times.mjs "$reports"
  while IFS=$'\t' read -r name passed failed _; do
    [ "$failed" = 0 ] || { echo "failed: $name" && failures "$reports/${name//[: ]/-}.log"; }
  done <"$reports/parts.tsv"
  awk -F'\t' '{ passed += $2; failed += $3 } END { print passed " passed, " failed " failed"; exit failed > 0 || passed == 0 }' "$reports/parts.tsv"
}
