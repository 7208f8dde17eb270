// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "files/quotation.h"

#include <algorithm>
#include <cstddef>

#include "base/utf8.h"

namespace espy::files {
namespace {

std::string escaped(std::string_view bytes) {
  constexpr char kDigits[] = "0123456789abcdef";
  const auto code = static_cast<unsigned char>(bytes.back());
  if (code == '\n') return "\\n";
  if (code == '\r') return "\\r";
  if (code == '\t') return "\\t";
  return {'\\', 'x', kDigits[code >> 4], kDigits[code & 15]};
}

}  // namespace

std::string utf8Of(std::string_view text) {
  if (isUtf8(text)) return std::string(text);
  std::string result;
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (code < 0x80) {
      result += c;
    } else {
      result += static_cast<char>(0xc0 | code >> 6);
      result += static_cast<char>(0x80 | (code & 0x3f));
    }
  }
  return result;
}

std::string shown(std::string_view text) {
  constexpr int kMost = 40;
  std::string result;
  for (int i = 0; !text.empty(); ++i) {
    if (i == kMost) return result + "...";
    const std::size_t length = utf8Length(text);
    const std::string_view one = text.substr(0, std::max<std::size_t>(1, length));
    const auto first = static_cast<unsigned char>(one[0]);
    const bool control =
        first < 0x20 || first == 0x7f ||
        (first == 0xc2 && length == 2 && static_cast<unsigned char>(one[1]) < 0xa0);
    if (control || (length == 0 && first < 0xa0)) {
      result += escaped(one);
    } else {
      result += length > 0 ? std::string(one) : utf8Of(one);
    }
    text.remove_prefix(one.size());
  }
  return result;
}

}  // namespace espy::files
