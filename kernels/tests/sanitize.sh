#!/usr/bin/env bash
# Builds the kernels' own tests for every instruction set of this kind of machine, under the address and
# undefined-behaviour sanitizers, and runs them, all instruction sets at once.  CXX names another compiler.
set -euo pipefail
cd "$(dirname "$0")"
out=../../build/sanitize
mkdir -p "$out"
compiler=${CXX:-c++}
# not optimised: three times quicker to build, and nothing undefined is optimised away before it is seen
flags=(-std=c++17 -O0 -g1 -ffp-contract=off -fno-math-errno -fno-trapping-math -Wall -Wextra -Wno-psabi
       -Wno-maybe-uninitialized -Wno-uninitialized -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
       -I../src -I. -pthread)
v3=(-mavx2 -mfma -mbmi -mbmi2)
v4=("${v3[@]}" -mavx512f -mavx512bw -mavx512cd -mavx512dq -mavx512vl)

# All tests are one program, because most of the time would go into reading the same headers again for each of them.
{
  calls=""
  for source in */test_*.cpp; do
    name=$(basename "${source%.cpp}")
    printf '#define main run_%s\n#include "%s"\n#undef main\n' "$name" "$source"
    calls+="  std::puts(\"$source\"); if (run_$name()) return 1;"$'\n'
  done
  printf '#include <cstdio>\nint main() {\n%s  return 0;\n}\n' "$calls"
} >"$out/all_tests.cpp"

run() {
  local name=$1
  shift
  "$compiler" "${flags[@]}" "$@" "$out/all_tests.cpp" -o "$out/all_tests_$name"
  echo "$name"
  # all bits of fresh memory are set, so numbers that nobody has written are NaN
  ASAN_OPTIONS=malloc_fill_byte=255:max_malloc_fill_size=10000000 UBSAN_OPTIONS=print_stacktrace=1 "$out/all_tests_$name"
}

names=(baseline) jobs=()
run baseline >"$out/baseline.txt" 2>&1 & jobs+=($!)
case $(uname -m) in
  x86_64 | amd64)
    names+=(v3 v4)
    run v3 "${v3[@]}" >"$out/v3.txt" 2>&1 & jobs+=($!)
    run v4 "${v4[@]}" >"$out/v4.txt" 2>&1 & jobs+=($!)
    ;;
esac
failed=0
for i in "${!jobs[@]}"; do
  wait "${jobs[$i]}" || failed=1
  cat "$out/${names[$i]}.txt"
done
exit $failed
