// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace espy::cli {

/// Write error on standard output. Not an Error: it ends the run, not just one picture.
struct OutputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Buffered standard output that reports errors. The destructor does not flush, so that a failed
/// picture leaves no partial output as long as it fits the buffer.
class Output {
 public:
  void text(std::string_view text);

  template <class... Values>
  void format(fmt::format_string<Values...> pattern, Values&&... values) {
    fmt::format_to(std::back_inserter(buffer_), pattern, std::forward<Values>(values)...);
    flushIfLarge();
  }

  /// Throws OutputError on a write error.
  void flush();

 private:
  void flushIfLarge();

  std::string buffer_;
};

}  // namespace espy::cli
