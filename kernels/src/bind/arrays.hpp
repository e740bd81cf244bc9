// NumPy arrays from Python: everything is checked, nothing is converted.
#pragma once

#include <string>

#include "bind/memory.hpp"
#include "kinematics/tree.hpp"

namespace manikin {

constexpr npy_intp any = -1;  // an axis whose length is free

template <class T> struct NumberType;
template <> struct NumberType<double> {
  static constexpr int code = NPY_FLOAT64;
  static constexpr auto name = "float64";
};
template <> struct NumberType<float> {
  static constexpr int code = NPY_FLOAT32;
  static constexpr auto name = "float32";
};
template <> struct NumberType<std::int32_t> {
  static constexpr int code = NPY_INT32;
  static constexpr auto name = "int32";
};
template <> struct NumberType<std::uint8_t> {
  static constexpr int code = NPY_UINT8;
  static constexpr auto name = "uint8";
};

inline std::string shape_text(int dimensions, const npy_intp* shape) {
  std::string text = "(";
  for (int i = 0; i < dimensions; ++i)
    text += (i ? ", " : "") + (shape[i] == any ? std::string("any") : std::to_string(shape[i]));
  return text + (dimensions == 1 ? ",)" : ")");
}

inline std::string described(nb::handle object) {
  if (!PyArray_Check(object.ptr())) return std::string("a ") + Py_TYPE(object.ptr())->tp_name;
  auto* array = reinterpret_cast<PyArrayObject*>(object.ptr());
  const nb::object dtype = nb::borrow(reinterpret_cast<PyObject*>(PyArray_DESCR(array)));
  std::string text =
      std::string("one of ") + nb::str(dtype).c_str() + " " + shape_text(PyArray_NDIM(array), PyArray_DIMS(array));
  if (!PyArray_ISCARRAY_RO(array)) text += ", not C-contiguous, aligned and in native byte order";
  else if (!PyArray_ISWRITEABLE(array)) text += ", read-only";
  return text;
}

template <class T>
[[noreturn]] inline void refuse_array(nb::handle object, const char* name, bool writable,
                                      std::initializer_list<npy_intp> shape) {
  throw InputError(std::string(name) + " must be a C-contiguous" + (writable ? " writable " : " ") + NumberType<T>::name +
                   " array of shape " + shape_text(static_cast<int>(shape.size()), shape.begin()) + ", not " +
                   described(object));
}

// The array behind an object; refused unless it has exactly the wanted type and shape.
template <class T>
inline PyArrayObject* checked(nb::handle object, const char* name, std::initializer_list<npy_intp> shape,
                              bool writable = false) {
  if (PyArray_Check(object.ptr())) {
    auto* array = reinterpret_cast<PyArrayObject*>(object.ptr());
    bool fits =
        PyArray_NDIM(array) == static_cast<int>(shape.size()) &&
        (PyArray_TYPE(array) == NumberType<T>::code || PyArray_EquivTypenums(PyArray_TYPE(array), NumberType<T>::code)) &&
        (writable ? PyArray_ISCARRAY(array) : PyArray_ISCARRAY_RO(array));
    const npy_intp* length = fits ? PyArray_DIMS(array) : nullptr;
    if (fits)
      for (const npy_intp wanted : shape) fits &= wanted == any || *length == wanted, ++length;
    if (fits) return array;
  }
  refuse_array<T>(object, name, writable, shape);
}

template <class T> inline T* numbers(PyArrayObject* array) { return static_cast<T*>(PyArray_DATA(array)); }

template <class T> inline Span<T> span(nb::handle owner, const char* name, std::initializer_list<npy_intp> shape) {
  PyArrayObject* array = checked<T>(owner, name, shape);
  return {numbers<T>(array), static_cast<std::size_t>(PyArray_SIZE(array))};
}

inline double* numbers(const nb::object& array) { return numbers<double>(reinterpret_cast<PyArrayObject*>(array.ptr())); }

inline bool overlap(PyArrayObject* a, PyArrayObject* b) {
  const char *first = PyArray_BYTES(a), *second = PyArray_BYTES(b);
  return first < second + PyArray_NBYTES(b) && second < first + PyArray_NBYTES(a);
}

inline std::int64_t whole_number(nb::handle object, const char* name, std::int64_t lo, std::int64_t hi) {
  const nb::object index = nb::steal(PyNumber_Index(object.ptr()));
  if (!index.is_valid()) PyErr_Clear();
  int overflow = 1;
  const std::int64_t value = index.is_valid() ? PyLong_AsLongLongAndOverflow(index.ptr(), &overflow) : 0;
  if (overflow || value < lo || value > hi)
    throw InputError(std::string(name) + " must be a whole number from " + std::to_string(lo) + " to " + std::to_string(hi));
  return value;
}

}  // namespace manikin
