// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "espy/engine/area.h"
#include "espy/image.h"
#include "pose/pyramid.h"
#include "pose/slope.h"
#include "pose/turned_needles.h"

/// What a search keeps of a frame for the next one. Peaks and climbs depend only on the pixels that
/// they read, so those whose pixels are the same are not computed again; the result is the same.
namespace espy::pose {

/// Limits how much is kept, to about 50 MB.
class FrameRoom {
 public:
  bool take(std::size_t count) {
    constexpr std::size_t kMost = std::size_t{1} << 18;
    if (taken_ + count > kMost) return false;
    taken_ += count;
    return true;
  }
  void give(std::size_t count) { taken_ -= count; }

 private:
  std::size_t taken_ = 0;
};

/// The peaks of some poses of a band at its coarsest level.
class KeptPeaks {
 public:
  /// Those of the frame before, if they were kept. Empties this.
  std::optional<std::vector<PosedPeak>> take(FrameRoom& room);
  void keep(const std::vector<PosedPeak>& peaks, FrameRoom& room);

 private:
  std::optional<std::vector<PosedPeak>> peaks_;
};

/// Climbs of a band at one level.
class KeptClimbs {
 public:
  struct Climb {
    std::optional<Candidate> found;
    std::int64_t asked = 0;  ///< scores
    Area read;               ///< around all pixels that it read
  };

  /// Null if unknown. Thread-safe.
  const Climb* find(const Start& start) const;
  /// Drops the climbs that read changed pixels.
  void forget(std::span<const Area> changed, FrameRoom& room);
  void clear(FrameRoom& room);
  /// Adds climbs that were not known, whose starts are `starts[fresh[i]]`; `starts` are all of this
  /// frame.
  void keep(std::span<const Start> starts, std::span<const std::size_t> fresh,
            std::vector<Climb>&& climbs, FrameRoom& room);

 private:
  struct Key {
    std::uint32_t pose;
    std::int32_t x;
    std::int32_t y;
    bool operator==(const Key&) const = default;
  };
  static Key keyOf(const Start& start);
  /// The slot of `table_` with this key, or the empty one where it belongs.
  std::size_t slotOf(const Key& key) const;
  /// Drops the climbs for which `isUnwanted(index)`.
  template <class Test>
  void drop(const Test& isUnwanted, FrameRoom& room);
  /// Makes the table anew for this many climbs at most.
  void makeTable(std::size_t most);

  static constexpr std::uint32_t kNone = 0xffffffff;
  std::vector<Key> keys_;
  std::vector<Climb> climbs_;         ///< as `keys_`
  std::vector<std::uint32_t> table_;  ///< their indexes, by hash; a power of two
};

struct BandMemory {
  KeptPeaks probed;
  KeptPeaks later;
  std::vector<KeptClimbs> climbs;                      ///< by the level's shift
  std::vector<std::unique_ptr<TurnedNeedles>> turned;  ///< the same

  TurnedNeedles& turnedAt(int shift, std::atomic<std::size_t>& bytes);
};

/// Of one stream. For one thread.
class FrameMemory {
 public:
  /// Begins a frame. Forgets all if the one before had another size, format or request.
  void begin(ScenePyramid& scenes, std::span<const Needle> needles, std::span<const PoseGrid> grids,
             const ScoreOptions& options);
  /// Ends it: the next frame is compared with the levels of this one.
  void end(ScenePyramid& scenes) { before_ = scenes.takeLevels(); }

  /// Disjoint parts that contain all changes of a level; null if there was no frame before.
  const std::vector<Area>* changedAt(int shift) const;
  /// Whether climbs are worth keeping: not while nearly everything changes from frame to frame.
  bool keepsClimbs() const { return keepsClimbs_; }
  BandMemory& of(std::size_t needle, std::size_t band);
  /// For a needle whose search was given up.
  void forget(std::size_t needle);
  FrameRoom& room() { return room_; }
  std::atomic<std::size_t>& bytes() { return *bytes_; }  ///< of turned needles

  /// Adds a search of this share of a level.
  void count(double share, std::int64_t pixels);
  /// The share of the frame that was searched.
  double searched() const { return all_ > 0 ? part_ / all_ : 1; }

 private:
  /// What must be the same for all frames.
  struct Request {
    Size scene;
    PixelFormat format;
    Method method;
    double minScore;
    bool weighted;
    bool wantBest;
    std::vector<std::pair<const std::uint8_t*, std::size_t>> needles;  ///< pixels, poses
    bool operator==(const Request&) const = default;
  };

  std::optional<Request> request_;
  std::deque<Image> before_;                ///< levels of the frame before, from half size on
  std::vector<std::vector<Area>> changed_;  ///< in these levels
  bool keepsClimbs_ = true;
  std::unique_ptr<std::atomic<std::size_t>> bytes_ =
      std::make_unique<std::atomic<std::size_t>>(0);  ///< outlives `bands_`
  std::vector<std::deque<BandMemory>> bands_;         ///< by needle
  FrameRoom room_;
  double part_ = 0;
  double all_ = 0;
};

}  // namespace espy::pose
