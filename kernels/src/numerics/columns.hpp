// Numbers for each column of a goal over a lane type.  For a single problem several columns share an element, as many as a
// register holds.  For lanes every column is a lane number of its own.  The arithmetic of a column is the same in both.
#pragma once

#include <type_traits>
#include <vector>

#include "numerics/rows.hpp"

namespace manikin {

template <class V> using Packed = std::conditional_t<std::is_same_v<V, double>, Lanes, V>;
template <class V> constexpr int columns_per_element = width<Packed<V>> / width<V>;  // columns in one element

// A number of a problem, repeated for all columns of an element.
template <class V> inline Packed<V> packed(V x) {
  if constexpr (columns_per_element<V> == 1) return x;
  else return spread<Packed<V>>(x);
}
template <class V> inline Mask<Packed<V>> packed_mask(Mask<V> mask) {
  if constexpr (columns_per_element<V> == 1) return mask;
  else return mask ? everywhere<Packed<V>>() : Mask<Packed<V>>{};
}
// Whether the mask is set in any column of an element.
template <class V> inline Mask<V> any_column(Mask<Packed<V>> mask) {
  if constexpr (columns_per_element<V> == 1) return mask;
  else return any_lane(mask);
}

inline int elements(int columns, int together) { return (columns + together - 1) / together; }

template <class V> class Columns {
 public:
  explicit Columns(int count) : elements_(elements(count, columns_per_element<V>)) {
    for (Packed<V>& element : elements_) element = spread<Packed<V>>(0.0);
  }
  Packed<V>& operator[](int e) { return elements_[e]; }
  const Packed<V>& operator[](int e) const { return elements_[e]; }
  int size() const { return static_cast<int>(elements_.size()); }
  // The numbers column by column.
  V* data() { return reinterpret_cast<V*>(elements_.data()); }
  const V* data() const { return reinterpret_cast<const V*>(elements_.data()); }

 private:
  std::vector<Packed<V>> elements_;
};

// A mask for each column.
template <class V> class ColumnMasks {
 public:
  explicit ColumnMasks(int count) : elements_(elements(count, columns_per_element<V>)) {}
  Mask<Packed<V>>& operator[](int e) { return elements_[e]; }
  Mask<V> one(int c) const {
    if constexpr (columns_per_element<V> == 1) return elements_[c];
    else return elements_[c / columns_per_element<V>][c % columns_per_element<V>] != 0;
  }

 private:
  std::vector<Mask<Packed<V>>> elements_;
};

// A number for each column that all problems share.
template <class V> class ColumnConstants {
 public:
  ColumnConstants(int count, double beyond)
      : numbers_(elements(count, columns_per_element<V>) * columns_per_element<V>, beyond) {}
  void put(int c, double x) { numbers_[c] = x; }
  Packed<V> operator[](int e) const {
    if constexpr (columns_per_element<V> == 1) return spread<V>(numbers_[e]);
    else return load<Packed<V>>(numbers_.data() + e * columns_per_element<V>);
  }

 private:
  std::vector<double> numbers_;
};

// A Jacobian of R rows, to be read row by row over the columns, or column by column over the rows.
template <class V, int R> class GoalJacobian {
 public:
  explicit GoalJacobian(int count) : columns_(count) {
    for (Rows<V, R>& column : columns_)
      for (int i = 0; i <= R; ++i) column.set(i, spread<V>(0.0));
  }
  V row(int i, int e) const { return columns_[e][i]; }
  Rows<V, R> column(int c) const { return columns_[c]; }
  V number(int i, int c) const { return columns_[c][i]; }
  // Writes all rows of an element, in the lanes of the mask.
  void put(int e, const V* rows, Mask<V> wanted) {
    for (int i = 0; i < R; ++i) columns_[e].at[i] = choose(wanted, rows[i], columns_[e].at[i]);
  }

 private:
  std::vector<Rows<V, R>> columns_;
};

template <int R> class GoalJacobian<double, R> {
 public:
  explicit GoalJacobian(int count)
      : rows_(R * elements(count, together)), columns_(elements(count, together) * together * stride) {}
  Lanes row(int i, int e) const { return rows_[e * R + i]; }
  Rows<double, R> column(int c) const { return {load<typename Rows<double, R>::Register>(columns_.get() + c * stride)}; }
  double number(int i, int c) const { return columns_.get()[c * stride + i]; }
  void put(int e, const Lanes* rows, bool) {
    for (int i = 0; i < R; ++i) rows_[e * R + i] = rows[i];
    double* to = columns_.get() + e * together * stride;
    const Lanes none{};
    store_rows(to, stride, rows[0], rows[1], rows[2], R == 3 ? none : rows[3]);
    if constexpr (R == 6) store_rows(to + 4, stride, rows[4], rows[5], none, none);
  }

 private:
  static constexpr int together = columns_per_element<double>, stride = R == 3 ? 4 : 8;
  std::vector<Lanes> rows_;
  Buffer<double> columns_;
};

}  // namespace manikin
