// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <charconv>
#include <cstdint>
#include <string_view>

namespace espy::desktop {

/// Fixed-size buffer for a few numbers as text, without allocation; for tables with many rows.
class ShortText {
 public:
  void clear() { length_ = 0; }
  std::string_view view() const { return {chars_.data(), length_}; }

  void add(std::string_view text) {
    length_ += text.copy(chars_.data() + length_, chars_.size() - length_);
  }
  void add(std::uint64_t number) { finish(std::to_chars(end(), last(), number)); }
  /// With a fixed number of decimals.
  void addFixed(double number, int digits) {
    finish(std::to_chars(end(), last(), number, std::chars_format::fixed, digits));
  }
  /// The shortest digits that read back as the same double.
  void addExact(double number) { finish(std::to_chars(end(), last(), number)); }

 private:
  char* end() { return chars_.data() + length_; }
  char* last() { return chars_.data() + chars_.size(); }
  void finish(const std::to_chars_result& result) {
    length_ = static_cast<std::size_t>(result.ptr - chars_.data());
  }

  std::array<char, 96> chars_;  // valid up to length_
  std::size_t length_ = 0;
};

}  // namespace espy::desktop
