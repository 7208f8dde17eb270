// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include "espy/engine/find.h"

namespace espy::finders {

/// Selected windows of similar size, in cells by their upper-left pixel.
class KeptWindows;

/// Finds matches that overlap a previously selected one. Windows may have any size: those of
/// similar size form a group, stored in cells so small that only a few windows fit into one without
/// overlapping too much; only cells within reach are tested.
class OverlapFilter {
 public:
  explicit OverlapFilter(const SelectOptions& options);
  ~OverlapFilter();
  OverlapFilter(const OverlapFilter&) = delete;
  OverlapFilter& operator=(const OverlapFilter&) = delete;

  /// Does it overlap a selected match too much?
  bool covers(const Match& match);
  /// 0 if it does not; otherwise the first column to its right, in the same row, where a window of
  /// this size no longer overlaps the one that was found too much.
  std::uint32_t coveredTo(const Match& match);
  /// Adds its window: sixteen bytes, plus the cells.
  void add(const Match& match);
  /// Removes windows that matches from row `y` on cannot overlap. Requires matches in order of y.
  void removeAbove(std::int64_t y);

  /// Number of windows and cells tested.
  std::uint64_t looks() const { return looks_; }

 private:
  /// Needle (0 with `across`), size classes of width and height.
  using Kind = std::tuple<std::uint32_t, int, int>;
  /// The windows of one kind, and the groups that may cover them.
  struct Group {
    Group();
    ~Group();
    Group(const Group&) = delete;
    Group& operator=(const Group&) = delete;

    std::unique_ptr<KeptWindows> windows;
    std::vector<KeptWindows*> neighbours;
    std::uint64_t asOf = 0;  ///< `changes_` of its needle when `neighbours` was computed
  };

  Kind kindOf(const Match& match) const;
  Group& groupOf(const Match& match);
  void findNeighbours(Group& group, std::uint64_t kinds);
  /// The group with a window that covers it; null if there is none.
  const KeptWindows* covering(const Match& match);

  double overlap_;
  bool across_;
  double classRatio_;  ///< maximal ratio of sides within a class
  std::map<Kind, Group> groups_;
  std::map<std::uint32_t, std::uint64_t> changes_;  ///< number of kinds added, by needle
  // Cache: the previous match's group, which is mostly the next one's, too.
  Group* last_ = nullptr;
  Kind lastKind_{0, 0, 0};
  std::uint64_t* lastChanges_ = nullptr;
  std::uint32_t lastNeedle_ = 0;
  Size lastSize_;
  std::uint64_t looks_ = 0;
};

/// Collects the sizes of windows by needle, and finds out whether any two could overlap too much at
/// all; large ones, for example, never share nearly all of their pixels. If not, no filter is
/// needed. Requires at most one match per needle, pose and position.
class OverlapKinds {
 public:
  explicit OverlapKinds(const SelectOptions& options)
      : overlap_(options.overlap), across_(options.across) {}

  void add(const Match& match);
  bool mayCover() const { return mayCover_; }

 private:
  struct Kind {
    std::uint32_t needle;
    std::uint32_t width;
    std::uint32_t height;
    float angle;
    float scale;
    bool mirrored;
    bool operator==(const Kind&) const = default;
  };
  bool mayCover(const Kind& a, const Kind& b) const;

  double overlap_;
  bool across_;
  bool mayCover_ = false;
  std::vector<Kind> kinds_;
};

}  // namespace espy::finders
