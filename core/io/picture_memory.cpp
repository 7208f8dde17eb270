// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "io/picture_memory.h"

#include <fmt/format.h>

#include <cstdlib>

#include "base/large_pages.h"
#include "io/message.h"

namespace espy::io {

std::shared_ptr<std::uint8_t> pictureMemory(std::uint64_t bytes, const std::string& name) {
  constexpr std::uint64_t kLargePage = std::uint64_t{2} << 20;
  const bool large = bytes >= kLargePage / 2;
  const std::uint64_t taken = large ? (bytes + kLargePage - 1) / kLargePage * kLargePage : bytes;
  void* start = large ? std::aligned_alloc(kLargePage, taken) : std::malloc(taken);  // NOLINT
  if (start == nullptr) {
    refuse(ErrorCode::tooLarge, name, fmt::format("no memory for {} bytes", bytes));
  }
  if (large) adviseLargePages(start, taken);
  return {static_cast<std::uint8_t*>(start), [](std::uint8_t* p) { std::free(p); }};  // NOLINT
}

}  // namespace espy::io
