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

/// Windows of much the same size that were kept, sorted into cells by their upper-left pixel.
class KeptWindows;

/// Tells which matches overlap one that was kept before. Windows may be of any sizes: those of much
/// the same size are kept together, in cells so small that only a few of them fit into one without
/// covering each other too much, and only cells are looked at where the overlap may be too large.
class OverlapFilter {
 public:
  explicit OverlapFilter(const SelectOptions& options);
  ~OverlapFilter();
  OverlapFilter(const OverlapFilter&) = delete;
  OverlapFilter& operator=(const OverlapFilter&) = delete;

  /// Does it overlap a kept match too much?
  bool covers(const Match& match);
  /// 0 where it does not; else the first column right of it from where, in its row, the window that
  /// was found does not overlap its like too much.
  std::uint32_t coveredTo(const Match& match);
  /// Keeps its window: sixteen bytes, and what the cells take.
  void add(const Match& match);
  /// Forgets windows that matches from row `y` on cannot overlap, where all come from above to
  /// below.
  void forgetAbove(std::int64_t y);

  /// How many kept windows and cells were looked at.
  std::uint64_t looks() const { return looks_; }

 private:
  /// Needle (0 for all of them with `across`), classes of width and height.
  using Kind = std::tuple<std::uint32_t, int, int>;
  /// Of one kind: those that were kept, and all that may cover such windows.
  struct Group {
    Group();
    ~Group();
    Group(const Group&) = delete;
    Group& operator=(const Group&) = delete;

    std::unique_ptr<KeptWindows> windows;
    std::vector<KeptWindows*> neighbours;
    std::uint64_t asOf = 0;  ///< so many kinds its needle had then
  };

  Kind kindOf(const Match& match) const;
  Group& groupOf(const Match& match);
  void findNeighbours(Group& group, std::uint64_t kinds);
  /// Those among which one was found that covers it.
  const KeptWindows* covering(const Match& match);

  double overlap_;
  bool across_;
  double classRatio_;  ///< sides of a class differ by less
  std::map<Kind, Group> groups_;
  std::map<std::uint32_t, std::uint64_t> changes_;  ///< kinds that were kept, by needle
  // The group of the match before, which is mostly that of the next one too.
  Group* last_ = nullptr;
  Kind lastKind_{0, 0, 0};
  std::uint64_t* lastChanges_ = nullptr;
  std::uint32_t lastNeedle_ = 0;
  Size lastSize_;
  std::uint64_t looks_ = 0;
};

/// Which sizes windows of which needles have, and whether any two of them could overlap by too much
/// at all: large ones never do by nearly all of their pixels. Then nothing need be kept to ask. Of
/// one needle, pose and place there must be one match only.
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
