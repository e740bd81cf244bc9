// Numbers in text, at the ends of buffers and in text of any kind: the right value or none, and nothing beyond the text.
#include "numerics/text_numbers.hpp"

#include <cstring>
#include <vector>

#include "support/check.hpp"
#include "support/forest.hpp"

using namespace manikin;
using namespace manikin::tests;

namespace {

// The rows of a text in a buffer of exactly its size, so that a sanitizer sees each step beyond it.
NumberRows rows_of(const std::string& text, std::int64_t columns, std::vector<double>& values) {
  const std::vector<char> exact(text.begin(), text.end());
  values.assign(text.size() / 2 + 1, 0.0);
  const auto most = static_cast<std::int64_t>(values.size()) / columns;
  return read_number_rows(exact.data(), 0, static_cast<std::int64_t>(exact.size()), columns, most, values.data());
}

}  // namespace

int main() {
  if (!machine_can_run()) return 0;
  std::vector<double> values;
  NumberRows found = rows_of("1 -2.5e1\n.5 1e-400", 2, values);
  CHECK(found.rows == 2 && found.partial == 0 && found.joined < 0);
  CHECK(values[0] == 1 && values[1] == -25 && values[2] == 0.5 && values[3] == 0);
  for (const char* bad : {"-", "+", ".", "e5", "1e", "1e+", "nan", "1e999", "-.", "0x", ",", "1_0"}) {
    found = rows_of(bad, 1, values);
    CHECK(found.stop < static_cast<std::int64_t>(std::strlen(bad)));
  }
  Random random(3);
  const std::string letters = "0123456789.-+eE \t\r\n,xn_";
  for (int round = 0; round < 20000; ++round) {
    std::string text(static_cast<std::size_t>(whole(random, 1, 60)), ' ');
    for (char& c : text) c = letters[static_cast<std::size_t>(whole(random, 0, static_cast<int>(letters.size()) - 1))];
    found = rows_of(text, 1 + whole(random, 0, 3), values);
    CHECK(found.stop <= static_cast<std::int64_t>(text.size()));
  }
  return 0;
}
