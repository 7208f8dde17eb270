// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "score/correlator.h"
#include "score/needle.h"

/// Window sums of needles with many holes (for example a checkerboard of ignored pixels), whose
/// masks have too many rectangles. They are correlations of the scene, and of its squares, with the
/// mask, computed in double precision, from which rounding yields the integers.
namespace espy::score {

/// Has the needle's mask so many rectangles that FFTs are faster?
bool hasManyHoles(const ScoredNeedle& needle);

/// The masks of those needles of a batch that have many holes, ready to be correlated. Shared by
/// all threads.
class Masks {
 public:
  Masks(Size transform, std::span<const ScoredNeedle* const> needles, const Control& control,
        const NeedleCut& cut = {});

  const Correlator<double>& correlator() const { return *correlator_; }
  std::size_t indexOf(std::size_t needle) const { return index_[needle]; }
  Size sizeOf(std::size_t mask) const { return masks_[mask].size; }

 private:
  std::vector<ScoredNeedle> masks_;  ///< samples are 1 where a pixel takes part
  std::vector<std::size_t> index_;   ///< by needle
  std::unique_ptr<const Correlator<double>> correlator_;
};

/// The sums of all windows of up to two tiles, modulo the range of `Sum`, which must hold those of
/// a needle's window.
template <class Sample, class Sum>
class MaskSums {
 public:
  using Tiles = std::span<const picture::TilePlanes<Sample>>;

  /// For a needle with many holes. False if rounding does not yield the integers.
  bool load(const Masks& masks, std::size_t needle, Tiles tiles);

  void windows(int tile, std::int64_t x, std::int64_t y, std::int64_t count, Sum* sums,
               Sum* squares) const;

 private:
  bool loadAll(const Masks& masks, std::size_t needle, Tiles tiles);

  /// Adds the correlation of the mask with `part(sample)`, times `factor`.
  template <class Part>
  bool add(const Masks& masks, std::size_t mask, Tiles tiles, const Part& part, std::int64_t factor,
           std::array<ScratchVector<Sum>, 2>& to);

  Size places_;
  Correlator<double>::Buffers buffers_;  ///< empty except during `load`
  std::array<ScratchVector<std::uint16_t>, 2> parts_;
  std::array<ScratchVector<Sum>, 2> sums_;
  std::array<ScratchVector<Sum>, 2> squares_;
};

extern template class MaskSums<std::uint8_t, std::uint32_t>;
extern template class MaskSums<std::uint8_t, std::uint64_t>;
extern template class MaskSums<std::uint16_t, std::uint64_t>;

}  // namespace espy::score
