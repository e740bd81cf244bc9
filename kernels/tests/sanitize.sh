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

run() {
  local name=$1
  shift
  for source in */test_*.cpp; do
    local program="$out/$(basename "${source%.cpp}")_$name"
    "$compiler" "${flags[@]}" "$@" "$source" -o "$program"
    echo "$source, $name"
    UBSAN_OPTIONS=print_stacktrace=1 "$program"
  done
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
