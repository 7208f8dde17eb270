// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "io/picture_memory.h"

#include <cstdlib>

#include "base/large_pages.h"
#include "base/scratch.h"
#include "files/message.h"

namespace espy::io {
namespace {

constexpr std::uint64_t kLargePage = std::uint64_t{2} << 20;
/// Bytes; larger pictures bypass the scratch pool.
constexpr std::uint64_t kMostFromKept = std::uint64_t{256} << 20;

/// Returns null if memory is exhausted.
std::shared_ptr<std::uint8_t> fromSystem(std::uint64_t bytes) {
  const bool large = bytes >= kLargePage / 2;
  const std::uint64_t taken = large ? (bytes + kLargePage - 1) / kLargePage * kLargePage : bytes;
  void* start = large ? std::aligned_alloc(kLargePage, taken) : std::malloc(taken);  // NOLINT
  if (start == nullptr) return nullptr;
  if (large) adviseLargePages(start, taken);
  return {static_cast<std::uint8_t*>(start), [](std::uint8_t* p) { std::free(p); }};  // NOLINT
}

/// Allocates from the scratch pool, so that a batch of pictures pays for page faults once.
std::shared_ptr<std::uint8_t> fromPool(std::uint64_t bytes) {
  return {static_cast<std::uint8_t*>(takeScratch(bytes)),
          [bytes](std::uint8_t* p) { returnScratch(p, bytes); }};
}

}  // namespace

std::shared_ptr<std::uint8_t> pictureMemory(std::uint64_t bytes, const std::string& name) {
  std::shared_ptr<std::uint8_t> memory;
  try {
    memory = bytes < kMostFromKept ? fromPool(bytes) : fromSystem(bytes);
  } catch (const std::bad_alloc&) {
    // Reported below.
  }
  if (memory == nullptr) {
    files::refuse(ErrorCode::tooLarge, name, phrase("no memory for {} bytes", bytes));
  }
  return memory;
}

}  // namespace espy::io
