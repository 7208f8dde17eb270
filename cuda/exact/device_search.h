// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/phrase.h"
#include "cuda/base/device_image.h"
#include "cuda/base/gpu.h"
#include "espy/engine/exact.h"
#include "exact/block_graph.h"
#include "exact/prepared_needles.h"

namespace espy::cuda {

using PlacesByNeedle = std::vector<std::vector<Place>>;

/// Finds needles in pictures on the device: samples where that works; where it does not, compares
/// at every place; and where that takes long, joins planes of the needle's parts.
class DeviceSearch {
 public:
  /// The stages that run on the device are timed by `clock`.
  DeviceSearch(Gpu& gpu, const exact::PreparedNeedles& needles, StageClock& clock,
               const Control& control)
      : gpu_(gpu), needles_(needles), clock_(clock), control_(control) {}

  using Take = decltype(ExactOptions::take);
  /// All places in the picture, by needle, each list ordered by y, then x; but for those that are
  /// handed to `take` as soon as they are known, if it is not empty.
  PlacesByNeedle find(const DevicePlane& scene, const Take& take = {});

  /// For a picture in host memory, without sending all of it: the rows of the lattice travel, and
  /// what looks right there is compared on the host. Nothing where not all needles can be searched
  /// so.
  std::optional<PlacesByNeedle> findInSentRows(const ImageView& scene);

  /// How the answer was reached, for people.
  const Message& strategy() const { return strategy_; }

 private:
  using Group = exact::PreparedNeedles::Group;

  void findGroup(const DevicePlane& scene, const Group& group, const Take& take,
                 PlacesByNeedle& places);
  void findWithoutLattice(const DevicePlane& scene, const exact::Pattern& pattern,
                          std::vector<Place>& places);
  const std::optional<exact::BlockGraph>& graphOf(const exact::Pattern& pattern);
  void say(const Message& what) { alsoSay(strategy_, what); }

  Gpu& gpu_;
  const exact::PreparedNeedles& needles_;
  StageClock& clock_;
  Control control_;
  std::map<std::uint32_t, std::optional<exact::BlockGraph>> graphs_;
  Message strategy_;
};

}  // namespace espy::cuda
