#!/usr/bin/env bash
# Builds the kernels' own tests for every instruction set of this kind of machine, under the address and
# undefined-behaviour sanitizers, and runs them.  CXX names another compiler.
set -euo pipefail
cd "$(dirname "$0")"
out=../../build/sanitize
mkdir -p "$out"
compiler=${CXX:-c++}
flags=(-std=c++17 -O1 -g -ffp-contract=off -fno-math-errno -fno-trapping-math -Wall -Wextra -Wno-psabi
       -Wno-maybe-uninitialized -Wno-uninitialized -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
       -I../src -pthread)
v3=(-mavx2 -mfma -mbmi -mbmi2)
v4=("${v3[@]}" -mavx512f -mavx512bw -mavx512cd -mavx512dq -mavx512vl)

run() {
  local name=$1
  shift
  for source in test_*.cpp; do
    local program="$out/${source%.cpp}_$name"
    echo "$source, $name"
    "$compiler" "${flags[@]}" "$@" "$source" -o "$program"
    UBSAN_OPTIONS=print_stacktrace=1 "$program"
  done
}

run baseline
case $(uname -m) in
  x86_64 | amd64) run v3 "${v3[@]}" && run v4 "${v4[@]}" ;;
esac
