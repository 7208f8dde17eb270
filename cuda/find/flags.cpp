// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "cuda/base/bands.h"
#include "cuda/base/transfer.h"
#include "cuda/find/engines.h"
#include "cuda/find/windows.h"

namespace espy::cuda {
namespace {

constexpr PixelFormat kFlagFormat{1, Depth::u8};

/// Positions of matches, by the size of their windows.
using PlacesBySize = std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<Place>>;

PlacesBySize sortBySize(std::span<const Match> matches) {
  PlacesBySize sorted;
  for (const Match& match : matches) {
    sorted[{match.width, match.height}].emplace_back(match.x, match.y);
  }
  return sorted;
}

/// Rows of flags that fit into device memory, with the planes needed for drawing.
std::int64_t rowsAtOnce(Size scene) {
  constexpr std::int64_t kPlanes = 4;
  constexpr std::int64_t kSmall = std::int64_t{64} << 20;
  if (scene.pixels() <= kSmall) return scene.height;
  return availableDeviceBytes() / (kPlanes * DeviceImage::pitchOf(scene.width, kFlagFormat));
}

/// Flags bases and members of all windows, size by size, in rows from `first` on.
void flagAllSizes(Gpu& gpu, const PlacesBySize& sorted, std::int64_t first,
                  const DevicePlane& flags, const Control& control) {
  const auto bytes = static_cast<std::size_t>(flags.pitch * flags.height);
  gpu.stream().set(flags.bytes, 0, bytes);
  for (const auto& [size, places] : sorted) {
    control.check();
    // Windows that begin above these rows reach into them.
    const std::int64_t above = std::min<std::int64_t>(size.second - 1, first);
    const DeviceImage bases({flags.width, flags.height + above}, kFlagFormat);
    gpu.stream().set(bases.plane().bytes, 0,
                     static_cast<std::size_t>(bases.plane().pitch * bases.plane().height));
    setBases(gpu, places, first - above, bases.plane());
    if (above == 0) {
      flagMembers(gpu, bases.plane(), {size.first, size.second}, true, flags);
      continue;
    }
    const DeviceImage tall(bases.size(), kFlagFormat);
    gpu.stream().set(tall.plane().bytes, 0, static_cast<std::size_t>(tall.plane().pitch * above));
    gpu.stream().copy(tall.plane().bytes + above * tall.plane().pitch, flags.bytes, bytes);
    flagMembers(gpu, bases.plane(), {size.first, size.second}, true, tall.plane());
    gpu.stream().copy(flags.bytes, tall.plane().bytes + above * tall.plane().pitch, bytes);
  }
  for (const auto& [size, places] : sorted) setBases(gpu, places, first, flags);
  gpu.stream().wait();
}

/// Calls draw(gpu, first row, plane) for each band, mostly one, timed as this stage.
template <class Draw>
Image drawnFlags(Size scene, const char* stage, const Control& control, Timeline& timeline,
                 const Draw& draw) {
  Image result = Image::forOverwrite(scene, kFlagFormat);
  const GpuLease gpu(timeline);
  StageClock clock(gpu->stream(), timeline);
  overBands(scene.height, rowsAtOnce(scene), [&](std::int64_t first, std::int64_t count) {
    control.check();
    const DeviceImage flags({scene.width, count}, kFlagFormat);
    clock.begin(stage);
    draw(*gpu, first, flags.plane());
    clock.begin("download");
    download(flags.plane(), result.pixels().crop(0, first, {scene.width, count}), gpu->stream(),
             control);
    clock.end();
  });
  clock.finish();
  return result;
}

const char* stageOf(int lastPass) {
  return lastPass >= 2 ? "pass 2" : "pass 1";
}

}  // namespace

Image flagMatches(Size scene, std::span<const Match> matches, int lastPass, const Control& control,
                  Timeline& timeline) {
  if (matches.size() > kFewWindows)
    return flagByPasses(scene, matches, lastPass, control, timeline);
  return drawnFlags(scene, stageOf(lastPass), control, timeline,
                    [&](Gpu& gpu, std::int64_t first, const DevicePlane& flags) {
                      std::vector<Window> windows;
                      for (const Match& match : matches) {
                        const std::int64_t y = std::int64_t{match.y} - first;
                        windows.push_back(lastPass >= 2
                                              ? Window{match.x, y, match.width, match.height}
                                              : Window{match.x, y, 1, 1});
                      }
                      drawWindows(gpu, windows, flags, std::nullopt);
                    });
}

Image flagByPasses(Size scene, std::span<const Match> matches, int lastPass, const Control& control,
                   Timeline& timeline) {
  const PlacesBySize sorted = sortBySize(matches);
  return drawnFlags(
      scene, stageOf(lastPass), control, timeline,
      [&](Gpu& gpu, std::int64_t first, const DevicePlane& flags) {
        if (lastPass >= 2 && sorted.size() == 1 && first == 0 && flags.height == scene.height) {
          // The common case: a plane of bases, and from it one with members.
          const auto& [size, places] = *sorted.begin();
          const DeviceImage bases(scene, kFlagFormat);
          gpu.stream().set(bases.plane().bytes, 0,
                           static_cast<std::size_t>(bases.plane().pitch * scene.height));
          setBases(gpu, places, 0, bases.plane());
          flagMembers(gpu, bases.plane(), {size.first, size.second}, false, flags);
          gpu.stream().wait();
        } else if (lastPass >= 2) {
          flagAllSizes(gpu, sorted, first, flags, control);
        } else {
          gpu.stream().set(flags.bytes, 0, static_cast<std::size_t>(flags.pitch * flags.height));
          for (const auto& [size, places] : sorted) setBases(gpu, places, first, flags);
          gpu.stream().wait();
        }
      });
}

}  // namespace espy::cuda
