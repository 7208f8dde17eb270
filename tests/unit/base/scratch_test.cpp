// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "base/scratch.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <thread>
#include <vector>

#include "espy/control.h"
#include "support/random_pictures.h"

namespace espy {
namespace {

bool isKept() {
#if defined(__SANITIZE_ADDRESS__)
  return false;  // sanitizers need every allocation separately
#else
  return true;
#endif
}

TEST(WorkMemory, IsKeptUntilItIsReleased) {
  if (!isKept()) GTEST_SKIP() << "not with an address sanitizer";
  releaseScratch();
  EXPECT_EQ(cachedScratch(), 0U);
  void* const first = takeScratch(1 << 20);
  returnScratch(first, 1 << 20);
  EXPECT_GE(cachedScratch(), std::size_t{1} << 20);
  void* const again = takeScratch(1 << 20);
  EXPECT_EQ(again, first);
  returnScratch(again, 1 << 20);
  releaseScratch();
  EXPECT_EQ(cachedScratch(), 0U);
}

TEST(WorkMemory, MuchMoreThanIsKeptGoesBack) {
  if (!isKept()) GTEST_SKIP() << "not with an address sanitizer";
  releaseScratch();
  std::vector<void*> pieces;
  constexpr std::size_t kPiece = std::size_t{64} << 20;  // never touched, so it costs no memory
  for (int i = 0; i < 8; ++i) pieces.push_back(takeScratch(kPiece));
  for (void* piece : pieces) returnScratch(piece, kPiece);
  EXPECT_LE(cachedScratch(), std::size_t{256} << 20);
  releaseScratch();
}

TEST(WorkMemory, PiecesNeverOverlapAndAllComesBack) {
  releaseScratch();
  test::Random random(4);
  struct Piece {
    std::uint8_t* at;
    std::size_t bytes;
    std::uint8_t mark;
  };
  std::vector<Piece> pieces;
  for (int step = 0; step < 4000; ++step) {
    if (pieces.empty() || random.below(5) < (step < 2000 ? 3 : 2)) {
      const auto bytes =
          static_cast<std::size_t>(1 + random.below(random.oneIn(9) ? 5000000 : 90000));
      auto* at = static_cast<std::uint8_t*>(takeScratch(bytes));
      ASSERT_EQ(reinterpret_cast<std::uintptr_t>(at) % 64, 0U);
      pieces.push_back({at, bytes, static_cast<std::uint8_t>(random.below(256))});
      std::memset(at, pieces.back().mark, bytes);
    } else {
      const auto which =
          static_cast<std::size_t>(random.below(static_cast<std::int64_t>(pieces.size())));
      const Piece piece = pieces[which];
      pieces[which] = pieces.back();
      pieces.pop_back();
      for (std::size_t i = 0; i < piece.bytes; i += 61) ASSERT_EQ(piece.at[i], piece.mark);
      ASSERT_EQ(piece.at[piece.bytes - 1], piece.mark);
      returnScratch(piece.at, piece.bytes);
    }
  }
  for (const Piece& piece : pieces) returnScratch(piece.at, piece.bytes);
  releaseScratch();
  EXPECT_EQ(cachedScratch(), 0U);
}

TEST(WorkMemory, ThreadsMayShareIt) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([t] {
      for (int i = 0; i < 200; ++i) {
        ScratchVector<std::int32_t> numbers(static_cast<std::size_t>(20000 + 1000 * t));
        std::fill(numbers.begin(), numbers.end(), t);
        for (const std::int32_t number : numbers) ASSERT_EQ(number, t);
        if (i % 50 == 0) releaseScratch();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST(WorkMemory, AssigningFills) {
  ScratchVector<float> numbers(50000, 3.0F);
  numbers.assign(60000, 7.0F);
  for (const float number : numbers) ASSERT_EQ(number, 7.0F);
}

}  // namespace
}  // namespace espy
