// Numbers from text.
#pragma once

#include <algorithm>

#include "bind/arrays.hpp"
#include "numerics/text_numbers.hpp"

namespace manikin {

// Rows of numbers in bytes from a place on: the array (rows, columns) of those that are complete, how many numbers the next one has,
// where reading stopped, and the first place with a number right behind another (−1 for none).
inline nb::tuple read_number_rows_of(nb::bytes text, nb::handle begin, nb::handle columns, nb::handle most) {
  const auto size = static_cast<std::int64_t>(text.size());
  const std::int64_t from = whole_number(begin, "begin", 0, size);
  const std::int64_t width = whole_number(columns, "columns", 1, max_count);
  const std::int64_t limit = whole_number(most, "most", 1, max_count);
  const char* data = text.c_str();
  const std::int64_t lines = 1 + std::count_if(data + from, data + size, [](char c) { return c == '\n' || c == '\r'; });
  // a number takes two characters or more
  const std::int64_t room = std::min({lines, (size - from) / 2 / width + 1, std::max<std::int64_t>(limit / width, 1)});
  nb::object values = new_array({room, width});
  const NumberRows found = read_number_rows(data, from, size, width, room, numbers(values));
  nb::object complete = values[nb::slice(nb::int_(0), nb::int_(found.rows), nb::int_(1))];
  return nb::make_tuple(complete, found.partial, found.stop, found.joined);
}

inline void bind_text(nb::module_& module) {
  module.def("read_number_rows", &read_number_rows_of, nb::arg(), nb::arg(), nb::arg(), nb::arg(),
             nb::sig("def read_number_rows(text: bytes, begin: int, columns: int, most: int, /) -> "
                     "tuple[manikin.math.rotations.Array, int, int, int]"),
             "Rows of numbers in a text from a place on, and how far it was read.");
}

}  // namespace manikin
