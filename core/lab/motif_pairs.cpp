// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/motif_pairs.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>
#include <set>

#include "base/parallel.h"
#include "lab/motif_gpu.h"
#include "lab/motif_loops.h"
#include "lab/motif_windows.h"

namespace espy::lab {
namespace {

using Row = std::vector<double>;
constexpr double kNowhereNear = std::numeric_limits<double>::infinity();
/// Bounds and costs round differently.
constexpr double kPairSlack = 1 + 1e-9;

/// A query channel resampled to one length and normalised.
struct Shape {
  Row row;
  double scale = 1;
};

std::vector<Shape> shapesOf(const PairTask& task, std::int64_t channel) {
  std::vector<Shape> shapes;
  for (const std::int64_t length : task.lengths) {
    if (length > task.samples()) continue;
    Shape shape{resampled(task.query[channel], length), 1};
    normalise(shape.row);
    shape.scale = static_cast<double>(task.length()) / static_cast<double>(length);
    shapes.push_back(std::move(shape));
  }
  return shapes;
}

double squared(double number) {
  return number * number;
}

/// Every cell of a pair. `limit`, if it is called, returns the largest cost that still matters.
class PairScan {
 public:
  PairScan(const PairTask& task, const std::vector<Shape>& shapes, const Row& data, bool bounded)
      : task_(task), shapes_(shapes), data_(data), bounded_(bounded) {}

  std::vector<CellBest> all(const Control& control) {
    std::vector<CellBest> cells(static_cast<std::size_t>(task_.cells()));
    for (std::int64_t c = 0; c < std::ssize(cells); ++c) {
      control.check();
      CellBest& best = cells[c];
      best.cost = kNowhereNear;
      const std::int64_t end = std::min(task_.places(), (c + 1) * task_.cell());
      for (std::int64_t start = c * task_.cell(); start < end; ++start) {
        const double cost = costAt(start, std::min(best.cost, worstKept()));
        if (cost < best.cost) best = {cost, start};
      }
      keep(best.cost);
    }
    return cells;
  }

 private:
  double worstKept() const {
    return bounded_ && std::ssize(kept_) == task_.best ? kept_.top() : kNowhereNear;
  }
  void keep(double cost) {
    if (!bounded_ || cost == kNowhereNear) return;
    kept_.push(cost);
    if (std::ssize(kept_) > task_.best) kept_.pop();
  }

  double costAt(std::int64_t start, double most) {
    double least = kNowhereNear;
    for (const Shape& shape : shapes_) {
      if (start + std::ssize(shape.row) > std::ssize(data_)) continue;
      window_.assign(data_.begin() + start, data_.begin() + start + std::ssize(shape.row));
      normalise(window_);
      const double limit =
          bounded_ ? std::min(most, least) / shape.scale * kPairSlack : kNowhereNear;
      if (bounded_ && ends(shape.row) > limit) continue;
      least =
          std::min(least, shape.scale * warpedCost(shape.row, window_, std::ssize(window_), limit));
    }
    return least;
  }

  /// LB_Kim: both ends of a path are fixed.
  double ends(const Row& query) const {
    const double first = squared(query.front() - window_.front());
    return query.size() == 1 ? first : first + squared(query.back() - window_.back());
  }

  const PairTask& task_;
  const std::vector<Shape>& shapes_;
  const Row& data_;
  bool bounded_;
  Row window_;
  std::priority_queue<double> kept_;  ///< the least costs of cells so far, the worst on top
};

/// Every cell of a pair, some thousand starts at a time.
class LaneScan {
 public:
  LaneScan(const PairTask& task, const std::vector<Shape>& shapes, const Row& data)
      : task_(task), shapes_(shapes), data_(data) {
    const std::int64_t longest = std::ssize(shapes.back().row);
    scratch_.resize(static_cast<std::size_t>(2 * longest * loop_.windows));
    costs_.resize(static_cast<std::size_t>(loop_.windows));
    samples_.resize(static_cast<std::size_t>(longest + loop_.windows - 1));
  }

  std::vector<CellBest> all(const Control& control) {
    std::vector<CellBest> cells(static_cast<std::size_t>(task_.cells()), {kNowhereNear, -1});
    constexpr std::int64_t kStarts = 4096;
    const std::int64_t together = std::max<std::int64_t>(1, kStarts / task_.cell());
    for (std::int64_t c = 0; c < std::ssize(cells); c += together) {
      control.check();
      const std::int64_t first = c * task_.cell();
      const std::int64_t end = std::min(task_.places(), (c + together) * task_.cell());
      least_.assign(static_cast<std::size_t>(end - first), kNowhereNear);
      for (const Shape& shape : shapes_) addShape(shape, first, end);
      for (std::int64_t start = first; start < end; ++start) {
        CellBest& best = cells[start / task_.cell()];
        if (least_[start - first] < best.cost) best = {least_[start - first], start};
      }
    }
    return cells;
  }

 private:
  /// Lowers the costs from `first` to `end` to those of this shape.
  void addShape(const Shape& shape, std::int64_t first, std::int64_t end) {
    const std::int64_t length = std::ssize(shape.row);
    const std::int64_t last = std::min(end, std::ssize(data_) - length + 1);
    for (std::int64_t from = first; from < last; from += loop_.windows) {
      const std::int64_t needed = length + loop_.windows - 1;
      const double* samples = data_.data() + from;
      if (from + needed > std::ssize(data_)) {
        std::fill(std::copy(data_.begin() + from, data_.end(), samples_.begin()), samples_.end(),
                  0);
        samples = samples_.data();
      }
      loop_.costs(shape.row.data(), samples, length, scratch_.data(), costs_.data());
      for (std::int64_t i = 0; i < std::min(loop_.windows, last - from); ++i) {
        double& least = least_[from + i - first];
        least = std::min(least, shape.scale * costs_[i]);
      }
    }
  }

  const PairTask& task_;
  const std::vector<Shape>& shapes_;
  const Row& data_;
  const WindowLoop& loop_ = windowLoop();
  Row scratch_;
  Row costs_;
  Row samples_;  ///< the end of the data, with zeros
  Row least_;    ///< by start
};

/// `scan` returns all cells of a pair.
template <class Scan>
std::vector<PairMatch> searchPairs(const PairTask& task, const Control& control, Timeline& timeline,
                                   const Scan& scan) {
  const StageTimer timer(timeline, "search");
  const auto pairs = task.pairs();
  std::vector<std::vector<PairMatch>> found(pairs.size());
  parallelFor(std::ssize(pairs), threadsFor(control), control, [&](std::int64_t i, int /*thread*/) {
    const auto [query, data] = pairs[i];
    const std::vector<Shape> shapes = shapesOf(task, query);
    if (shapes.empty()) return;
    found[i] = bestOfCells(task, query, data, scan(shapes, task.data[data]));
  });
  std::vector<PairMatch> all;
  for (const auto& some : found) all.insert(all.end(), some.begin(), some.end());
  return all;
}

}  // namespace

std::int64_t PairTask::places() const {
  std::int64_t shortest = samples() + 1;
  for (const std::int64_t length : lengths) shortest = std::min(shortest, length);
  return samples() - shortest + 1;
}

std::vector<std::pair<std::int64_t, std::int64_t>> PairTask::pairs() const {
  std::vector<std::pair<std::int64_t, std::int64_t>> all;
  for (std::int64_t i = 0; i < std::ssize(query); ++i) {
    if (!channels.empty() && !std::ranges::binary_search(channels, i)) continue;
    const std::int64_t end = std::min(std::ssize(data), i + reach);
    for (std::int64_t j = std::max<std::int64_t>(0, i - reach + 1); j < end; ++j) {
      all.emplace_back(i, j);
    }
  }
  return all;
}

double PairTask::tableCells() const {
  double cells = 0;
  for (const std::int64_t length : lengths) {
    if (length > samples()) continue;
    cells += static_cast<double>(length * length) * static_cast<double>(samples() - length + 1);
  }
  return cells * static_cast<double>(pairs().size());
}

std::vector<std::int64_t> scaledLengths(std::int64_t length, std::int64_t percent,
                                        std::int64_t searched) {
  const auto at = [&](std::int64_t share) {
    return std::max<std::int64_t>(1, (length * (100 + share) + 50) / 100);
  };
  std::set<std::int64_t> lengths;
  const auto addTo = [&](std::int64_t most, std::set<std::int64_t>& to) {
    for (std::int64_t share = 0; share <= most; share += kScaleStep) {
      to.insert(at(share));
      to.insert(at(-share));
    }
  };
  addTo(percent, lengths);
  std::set<std::int64_t> known;
  addTo(searched, known);
  for (const std::int64_t one : known) lengths.erase(one);
  return {lengths.begin(), lengths.end()};
}

std::vector<PairMatch> bestOfCells(const PairTask& task, std::int64_t query, std::int64_t data,
                                   std::span<const CellBest> cells) {
  std::vector<PairMatch> matches;
  for (const CellBest& cell : cells) {
    if (cell.cost < kNowhereNear)
      matches.push_back({query, data, cell.start, std::sqrt(cell.cost)});
  }
  std::ranges::sort(matches, [](const PairMatch& a, const PairMatch& b) {
    return std::pair(a.distance, a.start) < std::pair(b.distance, b.start);
  });
  if (std::ssize(matches) > task.best) matches.resize(static_cast<std::size_t>(task.best));
  return matches;
}

std::vector<PairMatch> searchPairsPlainly(const PairTask& task, const Control& control,
                                          Timeline& timeline) {
  return searchPairs(task, control, timeline,
                     [&](const std::vector<Shape>& shapes, const Row& data) {
                       return PairScan(task, shapes, data, false).all(control);
                     });
}

std::vector<PairMatch> searchPairsWithBounds(const PairTask& task, const Control& control,
                                             Timeline& timeline) {
  return searchPairs(task, control, timeline,
                     [&](const std::vector<Shape>& shapes, const Row& data) {
                       return PairScan(task, shapes, data, true).all(control);
                     });
}

std::vector<PairMatch> searchPairsInLanes(const PairTask& task, const Control& control,
                                          Timeline& timeline) {
  return searchPairs(task, control, timeline,
                     [&](const std::vector<Shape>& shapes, const Row& data) {
                       return LaneScan(task, shapes, data).all(control);
                     });
}

PairSearch pairSearchOnGpu(SearchPairsOnGpu::Function search) {
  return [search = std::move(search)](const PairTask& task, const Control& control,
                                      Timeline& timeline) {
    std::vector<PairShapes> shapes;
    for (const std::int64_t length : task.lengths) {
      if (length > task.samples()) continue;
      PairShapes made{length, static_cast<double>(task.length()) / static_cast<double>(length), {}};
      for (const Row& row : task.query) {
        made.rows.push_back(resampled(row, length));
        normalise(made.rows.back());
      }
      shapes.push_back(std::move(made));
    }
    if (shapes.empty()) return std::vector<PairMatch>();
    const auto pairs = task.pairs();
    const auto each = static_cast<std::size_t>(task.cells());
    std::vector<CellBest> cells(pairs.size() * each);
    search({task.data, pairs, shapes, task.cell()}, cells, control, timeline);
    std::vector<PairMatch> all;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const auto found = bestOfCells(task, pairs[i].first, pairs[i].second,
                                     std::span(cells).subspan(i * each, each));
      all.insert(all.end(), found.begin(), found.end());
    }
    return all;
  };
}

}  // namespace espy::lab
