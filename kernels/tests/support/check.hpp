// The one assertion of the kernels' tests.
#pragma once

#include <cstdio>
#include <cstdlib>

#define CHECK(condition)                                                           \
  do {                                                                             \
    if (!(condition)) {                                                            \
      std::fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
      std::exit(1);                                                                \
    }                                                                              \
  } while (0)

// Whether this machine can run what was compiled; says so where it cannot.
inline bool machine_can_run() {
#if defined(__AVX512F__)
  if (!__builtin_cpu_supports("avx512f")) return std::puts("  this machine has no AVX-512"), false;
#elif defined(__AVX2__)
  if (!__builtin_cpu_supports("avx2")) return std::puts("  this machine has no AVX2"), false;
#endif
  return true;
}
