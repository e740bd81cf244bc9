// Numbers for each of a goal's columns over a lane type.  For a single problem the columns lie side by side, as many as a
// register holds; for lanes every column is a lane number.  The arithmetic of a column is the same in both.
#pragma once

#include <type_traits>
#include <vector>

#include "numerics/rows.hpp"

namespace manikin {

template <class V> using Across = std::conditional_t<std::is_same_v<V, double>, Lanes, V>;
template <class V> constexpr int abreast = width<Across<V>> / width<V>;  // the columns in one element

// What a problem has one of, for all columns of an element.
template <class V> inline Across<V> across(V x) {
  if constexpr (abreast<V> == 1) return x;
  else return spread<Across<V>>(x);
}
template <class V> inline Mask<Across<V>> across_mask(Mask<V> mask) {
  if constexpr (abreast<V> == 1) return mask;
  else return mask ? everywhere<Across<V>>() : Mask<Across<V>>{};
}
// Whether a mask holds in some column of an element.
template <class V> inline Mask<V> in_some(Mask<Across<V>> mask) {
  if constexpr (abreast<V> == 1) return mask;
  else return any_lane(mask);
}

inline int elements(int columns, int together) { return (columns + together - 1) / together; }

template <class V> class Columns {
 public:
  explicit Columns(int count) : elements_(elements(count, abreast<V>)) {
    for (Across<V>& element : elements_) element = spread<Across<V>>(0.0);
  }
  Across<V>& operator[](int e) { return elements_[e]; }
  const Across<V>& operator[](int e) const { return elements_[e]; }
  int size() const { return static_cast<int>(elements_.size()); }
  // Column by column; a vector may be read as the numbers that it is made of.
  V* data() { return reinterpret_cast<V*>(elements_.data()); }
  const V* data() const { return reinterpret_cast<const V*>(elements_.data()); }

 private:
  std::vector<Across<V>> elements_;
};

// The same of whether something holds.
template <class V> class ColumnMasks {
 public:
  explicit ColumnMasks(int count) : elements_(elements(count, abreast<V>)) {}
  Mask<Across<V>>& operator[](int e) { return elements_[e]; }
  Mask<V> one(int c) const {
    if constexpr (abreast<V> == 1) return elements_[c];
    else return elements_[c / abreast<V>][c % abreast<V>] != 0;
  }

 private:
  std::vector<Mask<Across<V>>> elements_;
};

// The same of numbers that all problems share.
template <class V> class ColumnConstants {
 public:
  ColumnConstants(int count, double beyond) : numbers_(elements(count, abreast<V>) * abreast<V>, beyond) {}
  void put(int c, double x) { numbers_[c] = x; }
  Across<V> operator[](int e) const {
    if constexpr (abreast<V> == 1) return spread<V>(numbers_[e]);
    else return load<Across<V>>(numbers_.data() + e * abreast<V>);
  }

 private:
  std::vector<double> numbers_;
};

// A Jacobian of R rows, to be read row by row over the columns, or column by column over the rows.
template <class V, int R> class Slope {
 public:
  explicit Slope(int count) : columns_(count) {
    for (Rows<V, R>& column : columns_)
      for (int i = 0; i <= R; ++i) column.set(i, spread<V>(0.0));
  }
  V row(int i, int e) const { return columns_[e][i]; }
  Rows<V, R> column(int c) const { return columns_[c]; }
  V number(int i, int c) const { return columns_[c][i]; }
  // All rows of an element, in the lanes that are meant.
  void put(int e, const V* rows, Mask<V> fresh) {
    for (int i = 0; i < R; ++i) columns_[e].at[i] = choose(fresh, rows[i], columns_[e].at[i]);
  }

 private:
  std::vector<Rows<V, R>> columns_;
};

template <int R> class Slope<double, R> {
 public:
  explicit Slope(int count) : rows_(R * elements(count, together)), columns_(elements(count, together) * together * stride) {}
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
  static constexpr int together = abreast<double>, stride = R == 3 ? 4 : 8;
  std::vector<Lanes> rows_;
  Buffer<double> columns_;
};

}  // namespace manikin
