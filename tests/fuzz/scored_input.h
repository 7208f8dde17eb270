// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "differential/find_cases.h"
#include "espy/engine/all.h"
#include "fuzz/bytes.h"

namespace espy::test {

/// What is tested. Engines choose strategies by estimated cost, which hardly varies for small
/// pictures, so each strategy can be tested separately.
enum class Try : std::uint8_t {
  engines,     ///< whole searches, with refusals
  samples,     ///< sample by sample, with or without block averages, one or all needles
  transforms,  ///< FFT strategy
  directly,    ///< direct correlation
  dense,       ///< distances at all positions
  blocks,      ///< block sums
  maps,        ///< score maps, within their error bound
  parts,       ///< peaks fetched in batches, best first
  refined,     ///< sub-pixel refinement
};
inline constexpr int kTries = 9;

/// A scored search made of a fuzzer's bytes: the first are sizes and options, the rest are pixels
/// and a mask. Sizes are limited so that the reference takes a few milliseconds.
struct ScoredInput {
  explicit ScoredInput(Bytes& bytes);

  FindCase scene;  ///< options unused
  ScoreOptions score;
  SelectOptions select;
  int threads = 1;
  Try what = Try::engines;
  int detail = 0;  ///< 0..255: selects a variant of the test

 private:
  /// The first bytes, decoded.
  struct Head;

  std::shared_ptr<PaddedPicture> newPicture(Size size, PixelFormat format, const Head& head);
  void addNeedles(Bytes& bytes, const Head& head);
  /// A mask of one of several kinds, for the first needle.
  void addMask(Bytes& bytes, const Head& head);
  void settle();
};

}  // namespace espy::test
