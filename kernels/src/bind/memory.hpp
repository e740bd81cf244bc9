// Memory of large results.  New pages from the system are slow: filling half a gigabyte of them takes several times as
// long as computing the numbers.  So the memory of the last freed large array is kept for the next one, marked so that
// the system may take it back at any time (MADV_FREE).  All of this happens under Python's lock.
#pragma once

#include <nanobind/nanobind.h>

#define NPY_NO_DEPRECATED_API NPY_2_0_API_VERSION
#define NPY_TARGET_VERSION NPY_2_0_API_VERSION
#include <numpy/arrayobject.h>

#include <cstdint>
#include <initializer_list>
#include <utility>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace manikin {

namespace nb = nanobind;

#if defined(__linux__) && defined(MADV_FREE)
class KeptMemory {
 public:
  static constexpr npy_intp least = npy_intp(1) << 25;  // bytes; the allocator handles smaller arrays well

  // An uninitialised array in memory that is kept when the array is freed.
  static PyObject* new_array(int dimensions, const npy_intp* shape, int type, npy_intp bytes) {
    const nb::object block = taken(bytes + line_bytes);
    const nb::object owner = nb::steal(PyCapsule_New(block.ptr(), nullptr, keep));
    if (!owner.is_valid()) throw nb::python_error();
    block.inc_ref();  // the capsule's
    const auto start = reinterpret_cast<std::uintptr_t>(data(block.ptr()));
    void* aligned = reinterpret_cast<void*>((start + line_bytes - 1) / line_bytes * line_bytes);
    nb::object array =
        nb::steal(PyArray_New(&PyArray_Type, dimensions, shape, type, nullptr, aligned, 0, NPY_ARRAY_CARRAY, nullptr));
    if (!array.is_valid()) throw nb::python_error();
    auto* made = reinterpret_cast<PyArrayObject*>(array.ptr());
    if (PyArray_SetBaseObject(made, nb::object(owner).release().ptr()) < 0) throw nb::python_error();
    return array.release().ptr();
  }

 private:
  static constexpr npy_intp line_bytes = 64;
  static inline PyObject* kept = nullptr;  // a NumPy array of bytes

  static npy_intp size(PyObject* block) { return PyArray_NBYTES(reinterpret_cast<PyArrayObject*>(block)); }
  static char* data(PyObject* block) { return PyArray_BYTES(reinterpret_cast<PyArrayObject*>(block)); }

  // The kept memory, if it is large enough and at least half of it will be used; else new memory.
  static nb::object taken(npy_intp bytes) {
    nb::object block = nb::steal(std::exchange(kept, nullptr));
    if (block.is_valid() && size(block.ptr()) >= bytes && size(block.ptr()) / 2 <= bytes) return block;
    block.reset();  // before the new one is asked for
    block = nb::steal(PyArray_SimpleNew(1, &bytes, NPY_UINT8));
    if (!block.is_valid()) throw nb::python_error();
    return block;
  }
  static void keep(PyObject* capsule) {
    auto* block = static_cast<PyObject*>(PyCapsule_GetPointer(capsule, nullptr));
    constexpr std::uintptr_t page = 1 << 16;  // no system has larger ones
    const auto start = reinterpret_cast<std::uintptr_t>(data(block));
    const std::uintptr_t first = (start + page - 1) / page * page, last = (start + size(block)) / page * page;
    if (madvise(reinterpret_cast<void*>(first), last - first, MADV_FREE) != 0) Py_CLEAR(block);
    Py_XDECREF(std::exchange(kept, block));
  }
};
#endif

// A new array, uninitialised.
inline nb::object new_array(std::initializer_list<npy_intp> shape, int type = NPY_FLOAT64) {
  const auto dimensions = static_cast<int>(shape.size());
#if defined(__linux__) && defined(MADV_FREE)
  constexpr npy_intp least = KeptMemory::least;
  npy_intp bytes = type == NPY_FLOAT32 ? 4 : 8;
  for (const npy_intp length : shape)
    if (__builtin_mul_overflow(bytes, length, &bytes)) bytes = 0;  // NumPy will refuse it
  if (bytes >= least) return nb::steal(KeptMemory::new_array(dimensions, shape.begin(), type, bytes));
#endif
  PyObject* made = PyArray_SimpleNew(dimensions, shape.begin(), type);
  if (!made) throw nb::python_error();
  return nb::steal(made);
}

}  // namespace manikin
