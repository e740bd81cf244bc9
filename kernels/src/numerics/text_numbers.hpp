// Decimal numbers in text, row by row.  Mirrors manikin/formats/number_rows.py.
#pragma once

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <system_error>

namespace manikin {

// How far the rows of a text were read.
struct NumberRows {
  std::int64_t rows = 0;     // rows that are complete
  std::int64_t partial = 0;  // numbers of the row that is not
  std::int64_t stop = 0;     // where reading ended: at the end of the text, or at what does not fit
  std::int64_t joined = -1;  // the first number that follows another one without a blank; −1 for none
};

inline bool is_digit(char c) { return c >= '0' && c <= '9'; }

// 10^0 … 10^22 are exact, so a whole number up to 2^53 times or divided by one of them is rounded once (Clinger 1990).
constexpr double exact_powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                   1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

// The number that begins at ``at``; null if there is none or if it is too large, else the place behind it.
inline const char* read_number(const char* at, const char* end, double& value) {
  const bool negative = at < end && *at == '-';
  if (at < end && (*at == '-' || *at == '+')) ++at;
  const char* const unsigned_begin = at;
  std::uint64_t digits = 0;
  int count = 0, shift = 0;  // the first 19 digits that count, and the power of ten behind them
  bool any_digit = false, exact = true;
  for (; at < end && is_digit(*at); ++at) {
    any_digit = true;
    if (count < 19) digits = 10 * digits + static_cast<std::uint64_t>(*at - '0'), count += digits != 0;
    else exact = false, shift += shift < 100000;
  }
  if (at < end && *at == '.')
    for (++at; at < end && is_digit(*at); ++at) {
      any_digit = true;
      if (count < 19) digits = 10 * digits + static_cast<std::uint64_t>(*at - '0'), count += digits != 0, shift -= shift > -100000;
      else exact = false;
    }
  if (!any_digit) return nullptr;
  if (at < end && (*at == 'e' || *at == 'E')) {
    const char* power = at + 1;
    const bool down = power < end && *power == '-';
    if (power < end && (*power == '-' || *power == '+')) ++power;
    if (power == end || !is_digit(*power)) return nullptr;
    int exponent = 0;
    for (; power < end && is_digit(*power); ++power)
      if (exponent < 100000) exponent = 10 * exponent + (*power - '0');
    shift += down ? -exponent : exponent;
    at = power;
  }
  double found = 0;
  if (digits == 0) found = 0;
  else if (exact && digits <= (std::uint64_t(1) << 53) && shift >= -22 && shift <= 22)
    found = shift < 0 ? static_cast<double>(digits) / exact_powers[-shift] : static_cast<double>(digits) * exact_powers[shift];
  else {
#if defined(__cpp_lib_to_chars)
    if (std::from_chars(unsigned_begin, at, found).ec != std::errc() && count + shift > 0) return nullptr;  // else it is nearly zero
#else
    found = std::strtod(std::string(unsigned_begin, at).c_str(), nullptr);
#endif
    if (!std::isfinite(found)) return nullptr;
  }
  value = negative ? -found : found;
  return at;
}

// Reads rows of ``columns`` numbers into ``values``, which has room for ``most`` rows.  A row is a line; blank lines are skipped.  Stops
// at what is no number, at a row that is too short or too long, and when there is no room.
inline NumberRows read_number_rows(const char* text, std::int64_t begin, std::int64_t size, std::int64_t columns, std::int64_t most,
                                   double* values) {
  NumberRows found;
  const char *at = text + begin, *const end = text + size;
  bool apart = true;  // whether a blank or the beginning is before this place
  for (; at < end;) {
    const char c = *at;
    if (c == ' ' || c == '\t') apart = true, ++at;
    else if (c == '\n' || c == '\r') {
      if (found.partial == columns) ++found.rows, found.partial = 0;
      if (found.partial) break;  // too short
      apart = true, ++at;
    } else {
      if (found.partial == columns || found.rows == most) break;  // too long, or no room
      double value = 0;
      const char* const after = read_number(at, end, value);
      if (!after || (!apart && c != '-')) break;
      if (!apart && found.joined < 0) found.joined = at - text;
      values[found.rows * columns + found.partial++] = value;
      at = after, apart = false;
    }
  }
  if (at == end && found.partial == columns) ++found.rows, found.partial = 0;
  found.stop = at - text;
  return found;
}

}  // namespace manikin
