// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "differential/find_cases.h"
#include "espy/engine/all.h"
#include "fuzz/bytes.h"

namespace espy::test {

/// What is tried with a scene and its needles. Engines choose a way by what they think it takes,
/// which small pictures hardly ever make them change; so each way can be gone by itself, too.
enum class Try : std::uint8_t {
  engines,     ///< whole searches, which may be refused
  samples,     ///< a way, with or without block means, needle by needle or all together
  transforms,  ///< another one
  directly,    ///< and another one
  dense,       ///< the distances of all places
  blocks,      ///< sums of blocks
  maps,        ///< the scores of all places, which may be off by what is said
  parts,       ///< the best few peaks, then the next ones, until there are no more
  refined,     ///< where peaks lie between pixels
};
inline constexpr int kTries = 9;

/// A scored search, made of a fuzzer's bytes. The first few say how large scene and needles are and
/// how they are to be compared, the rest are pixels and a mask. They are small, so that the
/// reference takes a few milliseconds.
struct ScoredInput {
  explicit ScoredInput(Bytes& bytes);

  FindCase scene;  ///< whose options are not used
  ScoreOptions score;
  SelectOptions select;
  int threads = 1;
  Try what = Try::engines;
  int detail = 0;  ///< 0..255: of what is tried

 private:
  /// The first few bytes.
  struct Head;

  std::shared_ptr<PaddedPicture> newPicture(Size size, PixelFormat format, const Head& head);
  void addNeedles(Bytes& bytes, const Head& head);
  /// Of one of several kinds, for the first needle.
  void addMask(Bytes& bytes, const Head& head);
  void settle();
};

}  // namespace espy::test
