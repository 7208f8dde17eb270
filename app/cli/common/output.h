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

/// Standard output is closed or full. Not an Error: it ends the run, not one picture's part of it.
struct OutputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Standard output, buffered, with its failures noticed. What was not flushed is lost, so that a
/// failure half-way through a picture leaves none of its lines behind where they fit the buffer.
class Output {
 public:
  void text(std::string_view text);

  template <class... Values>
  void format(fmt::format_string<Values...> pattern, Values&&... values) {
    fmt::format_to(std::back_inserter(buffer_), pattern, std::forward<Values>(values)...);
    flushIfLarge();
  }

  /// Throws OutputError when standard output does not take everything.
  void flush();

 private:
  void flushIfLarge();

  std::string buffer_;
};

}  // namespace espy::cli
