// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace espy::files {

/// Thrown by `ByteReader` when the bytes end too early. Every reader catches it.
struct Truncated {};

/// Reads integers at offsets taken from the file, with bounds checks.
class ByteReader {
 public:
  enum class Order { little, big };

  ByteReader(std::span<const std::uint8_t> bytes, Order order) : bytes_(bytes), order_(order) {}

  std::uint64_t size() const { return bytes_.size(); }

  /// Throws `Truncated` unless `count` bytes exist from offset `at`.
  void need(std::uint64_t at, std::uint64_t count) const {
    if (at > bytes_.size() || count > bytes_.size() - at) throw Truncated{};
  }

  std::uint8_t u8(std::uint64_t at) const { return static_cast<std::uint8_t>(number(at, 1)); }
  std::uint16_t u16(std::uint64_t at) const { return static_cast<std::uint16_t>(number(at, 2)); }
  std::uint32_t u24(std::uint64_t at) const { return static_cast<std::uint32_t>(number(at, 3)); }
  std::uint32_t u32(std::uint64_t at) const { return static_cast<std::uint32_t>(number(at, 4)); }
  std::uint64_t u64(std::uint64_t at) const { return number(at, 8); }

  bool is(std::uint64_t at, std::string_view text) const {
    need(at, text.size());
    return std::memcmp(bytes_.data() + at, text.data(), text.size()) == 0;
  }

 private:
  std::uint64_t number(std::uint64_t at, int count) const {
    need(at, static_cast<std::uint64_t>(count));
    std::uint64_t value = 0;
    for (int i = 0; i < count; ++i) {
      const int shift = 8 * (order_ == Order::little ? i : count - 1 - i);
      value |= std::uint64_t{bytes_[at + static_cast<std::uint64_t>(i)]} << shift;
    }
    return value;
  }

  std::span<const std::uint8_t> bytes_;
  Order order_;
};

}  // namespace espy::files
