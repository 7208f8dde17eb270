// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Finds windows that overlap a selected one without testing all pairs. For windows of w and v
// columns at an offset of d columns, the overlap is at most that of their columns alone: (w - d) /
// (v + d) where the second begins d to the right of the first. So an overlap above F requires d <
// (w - F v) / (1 + F). The same holds for rows.
#include "find/overlap_filter.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <unordered_map>
#include <utility>

#include "base/phrase.h"
#include "espy/error.h"

namespace espy::finders {
namespace {

/// Intersection over union of two windows.
template <class Window>
double overlapOf(const Match& a, const Window& b) {
  const auto common = [](std::int64_t p, std::int64_t pLength, std::int64_t q,
                         std::int64_t qLength) {
    return std::max<std::int64_t>(0, std::min(p + pLength, q + qLength) - std::max(p, q));
  };
  const double both = static_cast<double>(common(a.x, a.width, b.x, b.width)) *
                      static_cast<double>(common(a.y, a.height, b.y, b.height));
  const double areas =
      static_cast<double>(a.width) * a.height + static_cast<double>(b.width) * b.height;
  return both / (areas - both);
}

/// Maximal offset of a second side relative to a first one for an overlap of more than `overlap`;
/// negative if impossible.
std::int64_t reach(std::int64_t first, std::int64_t second, double overlap) {
  const double most =
      (static_cast<double>(first) - overlap * static_cast<double>(second)) / (1 + overlap);
  // Overlaps are rounded, so the limit is widened a little.
  return static_cast<std::int64_t>(std::floor(most * (1 + 1e-9) + 1e-6));
}

/// A sparse map from cells to numbers. Blocks of four by four cells are stored together, in one
/// hash table per stripe of rows: compact for dense windows, as on flat areas, and rehashing
/// affects only a small part.
class CellTable {
 public:
  static constexpr std::uint32_t kNone = 0xffffffff;

  /// The number of a cell; kNone if it is new.
  std::uint32_t& at(std::int64_t column, std::int64_t row) {
    const std::int64_t stripe = row / kRows;
    if (last_ == nullptr || lastStripe_ != stripe) {
      last_ = &stripes_[stripe];
      lastStripe_ = stripe;
    }
    return last_->block(keyOf(column, row))[within(column, row)];
  }

  std::uint32_t find(std::int64_t column, std::int64_t row) const {
    const std::int64_t number = row / kRows;
    const Stripe* stripe = last_;
    if (stripe == nullptr || lastStripe_ != number) {
      const auto found = stripes_.find(number);
      if (found == stripes_.end()) return kNone;
      stripe = &found->second;
    }
    const Block* block = stripe->find(keyOf(column, row));
    return block != nullptr ? (*block)[within(column, row)] : kNone;
  }

  /// Removes cells in rows before this one; some close to it may stay.
  void forgetBefore(std::int64_t row) {
    const std::int64_t first = row / kRows;
    if (std::erase_if(stripes_, [&](const auto& one) { return one.first < first; }) > 0) {
      last_ = nullptr;
    }
  }

  /// Calls `body(column, row)` for each cell that has a number.
  template <class Body>
  void each(const Body& body) const {
    for (const auto& [number, stripe] : stripes_) {
      stripe.each([&](std::uint64_t key, const Block& block) {
        for (std::size_t i = 0; i < kCells; ++i) {
          if (block[i] == kNone) continue;
          body(static_cast<std::int64_t>((key & 0xffffffff) * kSide + i % kSide),
               static_cast<std::int64_t>((key >> 32) * kSide + i / kSide));
        }
      });
    }
  }

 private:
  static constexpr std::size_t kSide = 4;
  static constexpr std::size_t kCells = kSide * kSide;
  static constexpr std::int64_t kRows = 64 * kSide;  ///< per stripe
  using Block = std::array<std::uint32_t, kCells>;

  static std::uint64_t keyOf(std::int64_t column, std::int64_t row) {
    return static_cast<std::uint64_t>(row) / kSide << 32 |
           static_cast<std::uint64_t>(column) / kSide;
  }
  static std::size_t within(std::int64_t column, std::int64_t row) {
    return static_cast<std::size_t>(row) % kSide * kSide + static_cast<std::size_t>(column) % kSide;
  }

  class Stripe {
   public:
    Block& block(std::uint64_t key) {
      if (used_ * 4 >= keys_.size() * 3) grow();
      const std::size_t slot = slotOf(key);
      if (keys_[slot] == kFree) {
        keys_[slot] = key;
        ++used_;
      }
      return blocks_[slot];
    }

    const Block* find(std::uint64_t key) const {
      if (keys_.empty()) return nullptr;
      const std::size_t slot = slotOf(key);
      return keys_[slot] == key ? &blocks_[slot] : nullptr;
    }

    template <class Body>
    void each(const Body& body) const {
      for (std::size_t slot = 0; slot < keys_.size(); ++slot) {
        if (keys_[slot] != kFree) body(keys_[slot], blocks_[slot]);
      }
    }

   private:
    static constexpr std::uint64_t kFree = ~std::uint64_t{0};  // not a key: sides have 32 bits

    /// The slot of this key, or a free one for it.
    std::size_t slotOf(std::uint64_t key) const {
      const std::size_t mask = keys_.size() - 1;
      const std::uint64_t mixed = key * 0x9e3779b97f4a7c15U;
      std::size_t slot = (mixed >> 20 ^ mixed >> 43) & mask;
      while (keys_[slot] != kFree && keys_[slot] != key) slot = (slot + 1) & mask;
      return slot;
    }

    void grow() {
      const std::vector<std::uint64_t> keys = std::move(keys_);
      const std::vector<Block> blocks = std::move(blocks_);
      const std::size_t count = std::max<std::size_t>(4, 2 * keys.size());
      keys_.assign(count, kFree);
      Block none;
      none.fill(kNone);
      blocks_.assign(count, none);
      for (std::size_t i = 0; i < keys.size(); ++i) {
        if (keys[i] == kFree) continue;
        const std::size_t slot = slotOf(keys[i]);
        keys_[slot] = keys[i];
        blocks_[slot] = blocks[i];
      }
    }

    std::vector<std::uint64_t> keys_;
    std::vector<Block> blocks_;
    std::size_t used_ = 0;
  };

  std::unordered_map<std::int64_t, Stripe> stripes_;
  // Cache: the stripe used last, which is mostly the next one.
  Stripe* last_ = nullptr;
  std::int64_t lastStripe_ = 0;
};

}  // namespace

class KeptWindows {
 public:
  /// `least`: minimal sides of the windows.
  KeptWindows(Size least, double overlap) : overlap_(overlap) {
    const auto cell = [&](std::int64_t side) {
      return std::max<std::int64_t>(1, reach(side, side, overlap));
    };
    cell_ = {cell(least.width), cell(least.height)};
  }

  void add(const Match& match) {
    const std::uint64_t index = gone_ + kept_.size();
    if (index >= CellTable::kNone) {
      throw Error(ErrorCode::tooLarge,
                  phrase("more than 2^32 - 2 matches cannot be compared for overlap"));
    }
    least_ = {std::min<std::int64_t>(least_.width, match.width),
              std::min<std::int64_t>(least_.height, match.height)};
    most_ = {std::max<std::int64_t>(most_.width, match.width),
             std::max<std::int64_t>(most_.height, match.height)};
    const std::int64_t column = match.x / cell_.width;
    const std::int64_t row = match.y / cell_.height;
    std::uint32_t& head = cells_.at(column, row);
    kept_.push_back({match.x, match.y, shapeOf(match), head});
    head = static_cast<std::uint32_t>(index);
    for (std::size_t level = 1; level <= levels_.size(); ++level) {
      if (!mark(level, column, row)) break;
    }
  }

  /// Removes windows that none beginning at row `y` or below can overlap too much. Requires windows
  /// added in order of y.
  void removeAbove(std::int64_t y) {
    const std::int64_t first = y - reach(most_.height, 1, overlap_);
    while (!kept_.empty() && kept_.front().y < first) {
      kept_.pop_front();
      ++gone_;
    }
    const std::int64_t row = std::max<std::int64_t>(0, first) / cell_.height;
    cells_.forgetBefore(row);
    for (std::size_t level = 1; level <= levels_.size(); ++level) {
      levels_[level - 1].forgetBefore(row >> (static_cast<int>(level) * kShift));
    }
  }

  /// Does any window overlap the match too much?
  bool covers(const Match& match, std::uint64_t& looks) {
    const std::int64_t left = reach(most_.width, match.width, overlap_);
    const std::int64_t right = reach(match.width, least_.width, overlap_);
    const std::int64_t up = reach(most_.height, match.height, overlap_);
    const std::int64_t down = reach(match.height, least_.height, overlap_);
    if (std::min({left, right, up, down}) < 0) return false;
    const auto from = [](std::int64_t at, std::int64_t cell) {
      return std::max<std::int64_t>(0, at) / cell;
    };
    const Cells cells{from(match.x - left, cell_.width), from(match.y - up, cell_.height),
                      (match.x + right) / cell_.width, (match.y + down) / cell_.height};
    // With many, mostly empty cells: descend from coarse cells to those that are not empty.
    std::size_t level = 0;
    for (Cells larger = cells; larger.count() > kManyCells; larger = larger.larger(1)) ++level;
    while (levels_.size() < level) addLevel();
    return anyIn(level, cells.larger(level), cells, match, looks);
  }

  /// The window that covered the match in the last successful call of `covers`.
  Match lastFound() const {
    const Kept& kept = kept_[static_cast<std::size_t>(found_ - gone_)];
    Match match;
    match.x = kept.x;
    match.y = kept.y;
    std::tie(match.width, match.height) = shapes_[kept.shape];
    return match;
  }

 private:
  struct Window {
    std::uint32_t x;
    std::uint32_t y;
    std::uint32_t width;
    std::uint32_t height;
  };
  using Shape = std::pair<std::uint32_t, std::uint32_t>;  ///< width and height
  /// A compact window: where a needle matches everywhere there are millions.
  struct Kept {
    std::uint32_t x;
    std::uint32_t y;
    std::uint32_t shape;
    std::uint32_t before;  ///< the previous one in the same cell
  };

  static constexpr int kShift = 2;  ///< a cell has four times the side of those of the level below
  static constexpr std::int64_t kManyCells = 36;

  /// A rectangle of cells, inclusive.
  struct Cells {
    std::int64_t left;
    std::int64_t top;
    std::int64_t right;
    std::int64_t bottom;

    std::int64_t count() const { return (right - left + 1) * (bottom - top + 1); }
    Cells larger(std::size_t levels) const {
      const auto shift = static_cast<int>(levels) * kShift;
      return {left >> shift, top >> shift, right >> shift, bottom >> shift};
    }
  };

  /// Marks the coarse cell of a level that contains this cell; false if it was marked already.
  bool mark(std::size_t level, std::int64_t column, std::int64_t row) {
    const auto shift = static_cast<int>(level) * kShift;
    std::uint32_t& there = levels_[level - 1].at(column >> shift, row >> shift);
    if (there != CellTable::kNone) return false;
    there = 0;
    return true;
  }

  void addLevel() {
    levels_.emplace_back();
    cells_.each([&](std::int64_t column, std::int64_t row) { mark(levels_.size(), column, row); });
  }

  bool anyIn(std::size_t level, const Cells& cells, const Cells& wanted, const Match& match,
             std::uint64_t& looks) {
    for (std::int64_t row = cells.top; row <= cells.bottom; ++row) {
      for (std::int64_t column = cells.left; column <= cells.right; ++column) {
        ++looks;
        if (level == 0 ? anyInCell(column, row, match, looks)
                       : anyBelow(level, column, row, wanted, match, looks)) {
          return true;
        }
      }
    }
    return false;
  }

  bool anyBelow(std::size_t level, std::int64_t column, std::int64_t row, const Cells& wanted,
                const Match& match, std::uint64_t& looks) {
    if (levels_[level - 1].find(column, row) == CellTable::kNone) return false;
    const Cells within = wanted.larger(level - 1);
    constexpr std::int64_t kLast = (1 << kShift) - 1;
    const Cells below{std::max(within.left, column << kShift), std::max(within.top, row << kShift),
                      std::min(within.right, (column << kShift) + kLast),
                      std::min(within.bottom, (row << kShift) + kLast)};
    return anyIn(level - 1, below, wanted, match, looks);
  }

  bool anyInCell(std::int64_t column, std::int64_t row, const Match& match, std::uint64_t& looks) {
    for (std::uint32_t at = cells_.find(column, row); at != CellTable::kNone && at >= gone_;) {
      const Kept& kept = kept_[static_cast<std::size_t>(at - gone_)];
      const Shape& shape = shapes_[kept.shape];
      ++looks;
      if (overlapOf(match, Window{kept.x, kept.y, shape.first, shape.second}) > overlap_) {
        found_ = at;
        return true;
      }
      at = kept.before;
    }
    return false;
  }

  /// The index of a window's size in `shapes_`; most windows of a group share few sizes.
  std::uint32_t shapeOf(const Match& match) {
    const Shape shape{match.width, match.height};
    if (shapes_.empty() || shapes_[lastShape_] != shape) {
      const auto [there, isNew] =
          shapeNumbers_.try_emplace(shape, static_cast<std::uint32_t>(shapes_.size()));
      if (isNew) shapes_.push_back(shape);
      lastShape_ = there->second;
    }
    return lastShape_;
  }

  std::deque<Kept> kept_;
  std::uint32_t found_ = 0;
  std::uint64_t gone_ = 0;  ///< number of windows removed from the front
  std::vector<Shape> shapes_;
  std::map<Shape, std::uint32_t> shapeNumbers_;
  std::uint32_t lastShape_ = 0;
  double overlap_;
  Size cell_;
  Size least_{std::int64_t{1} << 32, std::int64_t{1} << 32};  ///< of the windows added
  Size most_{0, 0};
  CellTable cells_;               ///< by cell: the window added last
  std::deque<CellTable> levels_;  ///< coarser and coarser cells, those that are not empty
};

OverlapFilter::OverlapFilter(const SelectOptions& options)
    : overlap_(std::max(options.overlap, 0.0)),
      across_(options.across),
      // Close to 1, sides may hardly differ.
      classRatio_(std::max(2 - overlap_, 1.005)) {}

OverlapFilter::~OverlapFilter() = default;
OverlapFilter::Group::Group() = default;
OverlapFilter::Group::~Group() = default;

OverlapFilter::Kind OverlapFilter::kindOf(const Match& match) const {
  const auto classOf = [&](std::uint32_t side) {
    return static_cast<int>(std::log(static_cast<double>(side)) / std::log(classRatio_));
  };
  return {across_ ? 0 : match.needle, classOf(match.width), classOf(match.height)};
}

OverlapFilter::Group& OverlapFilter::groupOf(const Match& match) {
  if (last_ != nullptr && match.needle == lastNeedle_ && match.width == lastSize_.width &&
      match.height == lastSize_.height) {
    return *last_;
  }
  lastNeedle_ = match.needle;
  lastSize_ = {match.width, match.height};
  lastKind_ = kindOf(match);
  last_ = &groups_[lastKind_];
  lastChanges_ = &changes_[std::get<0>(lastKind_)];
  return *last_;
}

void OverlapFilter::findNeighbours(Group& group, std::uint64_t kinds) {
  // Two windows cannot overlap by more than the ratio of their sides, shorter to longer. So groups
  // with too different sides are no neighbours.
  const double apart = overlap_ > 0 ? -std::log(overlap_) / std::log(classRatio_) : 1e9;
  const int most = static_cast<int>(apart) + 2;
  const auto& [needle, width, height] = lastKind_;
  group.neighbours.clear();
  // Most covering windows are in the same group, so it is tested first.
  if (group.windows) group.neighbours.push_back(group.windows.get());
  for (auto other = groups_.lower_bound({needle, -1, -1});
       other != groups_.end() && std::get<0>(other->first) == needle; ++other) {
    const auto& [same, itsWidth, itsHeight] = other->first;
    if (!other->second.windows || &other->second == &group) continue;
    if (std::abs(width - itsWidth) > most || std::abs(height - itsHeight) > most) continue;
    group.neighbours.push_back(other->second.windows.get());
  }
  group.asOf = kinds;
}

bool OverlapFilter::covers(const Match& match) {
  return covering(match) != nullptr;
}

const KeptWindows* OverlapFilter::covering(const Match& match) {
  Group& group = groupOf(match);
  const std::uint64_t kinds = *lastChanges_;
  if (group.asOf != kinds) findNeighbours(group, kinds);
  const auto found =
      std::find_if(group.neighbours.begin(), group.neighbours.end(),
                   [&](KeptWindows* windows) { return windows->covers(match, looks_); });
  return found != group.neighbours.end() ? *found : nullptr;
}

std::uint32_t OverlapFilter::coveredTo(const Match& match) {
  const KeptWindows* const windows = covering(match);
  if (windows == nullptr) return 0;
  // To the right of the window the overlap only decreases.
  const Match kept = windows->lastFound();
  Match moved = match;
  std::uint32_t covered = std::max(match.x, kept.x);
  std::uint32_t end = std::max(covered, kept.x + (kept.width - 1)) + 1;
  moved.x = covered;
  if (!(overlapOf(moved, kept) > overlap_)) return match.x + 1;
  while (end - covered > 1) {
    moved.x = covered + (end - covered) / 2;
    (overlapOf(moved, kept) > overlap_ ? covered : end) = moved.x;
  }
  return end;
}

void OverlapFilter::add(const Match& match) {
  Group& group = groupOf(match);
  if (!group.windows) {
    const auto least = [&](int ofClass) {
      return static_cast<std::int64_t>(std::max(1.0, std::floor(std::pow(classRatio_, ofClass))));
    };
    group.windows = std::make_unique<KeptWindows>(
        Size{least(std::get<1>(lastKind_)), least(std::get<2>(lastKind_))}, overlap_);
    ++*lastChanges_;
  }
  group.windows->add(match);
}

void OverlapFilter::removeAbove(std::int64_t y) {
  for (auto& [kind, group] : groups_) {
    if (group.windows) group.windows->removeAbove(y);
  }
}

void OverlapKinds::add(const Match& match) {
  constexpr std::size_t kMost = 64;
  const Kind kind{match.needle, match.width, match.height,
                  match.angle,  match.scale, match.mirrored};
  if (mayCover_ || (!kinds_.empty() && kinds_.back() == kind)) return;
  const auto found = std::find(kinds_.begin(), kinds_.end(), kind);
  if (found != kinds_.end()) {
    std::iter_swap(found, kinds_.end() - 1);  // the next one is probably equal
    return;
  }
  kinds_.push_back(kind);
  mayCover_ =
      kinds_.size() > kMost ||
      std::any_of(kinds_.begin(), kinds_.end(), [&](const Kind& a) { return mayCover(a, kind); });
}

/// Could two windows of these kinds overlap too much at the closest different positions?
bool OverlapKinds::mayCover(const Kind& a, const Kind& b) const {
  if (!across_ && a.needle != b.needle) return false;
  Match first;
  first.width = a.width;
  first.height = a.height;
  Match second;
  second.width = b.width;
  second.height = b.height;
  if (a != b) return overlapOf(first, second) > overlap_;
  second.x = 1;
  if (overlapOf(first, second) > overlap_) return true;
  second.x = 0;
  second.y = 1;
  return overlapOf(first, second) > overlap_;
}

}  // namespace espy::finders
