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

/// Finds needles in pictures on the device: by sampling where that works, otherwise by comparing
/// every position, by hashes or by bit planes, whichever costs least.
class DeviceSearch {
 public:
  /// `clock` times the stages on the device.
  DeviceSearch(Gpu& gpu, const exact::PreparedNeedles& needles, StageClock& clock,
               const Control& control)
      : gpu_(gpu), needles_(needles), clock_(clock), control_(control) {}

  using Take = decltype(ExactOptions::take);
  /// All positions in the picture, by needle, each list ordered by y, then x; without those that
  /// were passed to `take`, if it is set, as soon as they were known.
  PlacesByNeedle find(const DevicePlane& scene, const Take& take = {});

  /// For a picture in host memory, without uploading all of it: uploads the rows of the lattice and
  /// compares candidates on the host. Returns nothing if not all needles support that.
  std::optional<PlacesByNeedle> findInSentRows(const ImageView& scene);

  /// The strategies used, for the report.
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
