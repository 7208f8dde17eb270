// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/motif_strategies.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>

#include "base/parallel.h"
#include "lab/motif_loops.h"
#include "signal/assign.h"

namespace espy::lab {
namespace {

using Row = std::vector<double>;
constexpr double kFarOff = std::numeric_limits<double>::infinity();
/// Bounds and distances round differently.
constexpr double kSlack = 1 + 1e-9;
/// Windows per task, plus those within the lag.
constexpr std::int64_t kTogether = 512;

/// The best window so far, shared by all threads.
class BestPlace {
 public:
  /// Sums above this cannot be the best.
  double limit() const { return limit_.load(std::memory_order_relaxed); }
  void offer(const MotifPlace& place) {
    const std::lock_guard lock(mutex_);
    if (!(place < best_)) return;
    best_ = place;
    limit_.store(place.distance * place.distance * kSlack, std::memory_order_relaxed);
  }
  const MotifPlace& best() const { return best_; }

 private:
  std::mutex mutex_;
  MotifPlace best_;
  std::atomic<double> limit_ = kFarOff;
};

/// Upper and lower envelope within the band.
struct Envelope {
  Row upper;
  Row lower;
};

Envelope envelopeOf(const Row& row, std::int64_t band) {
  Envelope made;
  for (std::int64_t i = 0; i < std::ssize(row); ++i) {
    const auto from = row.begin() + std::max<std::int64_t>(0, i - band);
    const auto end = row.begin() + std::min(std::ssize(row), i + band + 1);
    made.upper.push_back(*std::max_element(from, end));
    made.lower.push_back(*std::min_element(from, end));
  }
  return made;
}

/// The normalised query with its envelopes.
struct ShapedQuery {
  explicit ShapedQuery(const MotifSearch& search) {
    for (Row row : search.query) {
      normalise(row);
      envelopes.push_back(envelopeOf(row, search.band));
      rows.push_back(std::move(row));
    }
  }
  Rows rows;
  std::vector<Envelope> envelopes;
};

/// Cost of a pair of channels at a window, or a lower bound of it.
struct Known {
  double cost = 0;
  bool exact = false;
};

/// A range of adjacent windows, with all pairs of channels.
class Places {
 public:
  Places(const MotifSearch& search, const ShapedQuery& query, BestPlace& best, std::int64_t from,
         std::int64_t end)
      : search_(search),
        query_(query),
        best_(best),
        from_(from),
        end_(end),
        first_(std::max<std::int64_t>(0, from - search.lag)),
        last_(std::min(search.places(), end + search.lag)),
        window_(query.rows.front().size()),
        rest_(window_.size()),
        known_(static_cast<std::size_t>(rows() * columns())) {
    overPairs([&](std::int64_t i, std::int64_t j) {
      known_[i * columns() + j].resize(static_cast<std::size_t>(last_ - first_));
    });
  }

  void workOutAll() {
    overPairs([&](std::int64_t i, std::int64_t j) {
      for (std::int64_t at = first_; at < last_; ++at) {
        readWindow(j, at);
        known(i, j, at) = {warpedCost(query_.rows[i], window_, search_.band), true};
      }
    });
  }

  void boundAll() {
    for (std::int64_t j = 0; j < columns(); ++j) {
      for (std::int64_t at = first_; at < last_; ++at) {
        readWindow(j, at);
        for (std::int64_t i = 0; i < rows(); ++i) {
          if (meet(i, j)) known(i, j, at).cost = boundOf(i);
        }
      }
    }
  }

  void rank() {
    for (std::int64_t start = from_; start < end_; ++start) rank(start);
  }

 private:
  std::int64_t rows() const { return std::ssize(search_.query); }
  std::int64_t columns() const { return std::ssize(search_.data); }
  bool meet(std::int64_t i, std::int64_t j) const { return std::abs(i - j) < search_.reach; }
  double factor(std::int64_t i, std::int64_t j) const { return i == j ? 1 : search_.elsewhere; }
  Known& known(std::int64_t i, std::int64_t j, std::int64_t at) {
    return known_[i * columns() + j][at - first_];
  }
  template <class Do>
  void overPairs(const Do& each) const {
    for (std::int64_t i = 0; i < rows(); ++i) {
      for (std::int64_t j = 0; j < columns(); ++j) {
        if (meet(i, j)) each(i, j);
      }
    }
  }

  void readWindow(std::int64_t channel, std::int64_t at) {
    std::copy_n(search_.data[channel].begin() + at, window_.size(), window_.begin());
    normalise(window_);
  }

  /// LB_Kim and, if that does not prune, LB_Keogh.
  double boundOf(std::int64_t i) const {
    const Row& query = query_.rows[i];
    const auto squared = [](double number) { return number * number; };
    double kim = squared(query.front() - window_.front());
    if (query.size() > 1) kim += squared(query.back() - window_.back());
    return kim > best_.limit() ? kim : std::max(kim, keoghOf(query_.envelopes[i], {}));
  }

  /// `rest`, if not empty, receives the suffix sums of the bound.
  double keoghOf(const Envelope& envelope, std::span<double> rest) const {
    double sum = 0;
    for (std::size_t k = window_.size(); k-- > 0;) {
      const double above = std::max(0.0, window_[k] - envelope.upper[k]);
      const double below = std::max(0.0, envelope.lower[k] - window_[k]);
      sum += above * above + below * below;
      if (!rest.empty()) rest[k] = sum;
    }
    return sum;
  }

  /// Calls each(channel, window) for everything that query channel `i` may match from a start.
  template <class Do>
  void overMatchingWindows(std::int64_t i, std::int64_t start, const Do& each) {
    const std::int64_t firstColumn = std::max<std::int64_t>(0, i - search_.reach + 1);
    const std::int64_t endColumn = std::min(columns(), i + search_.reach);
    for (std::int64_t j = firstColumn; j < endColumn; ++j) {
      for (std::int64_t off = 0; off <= search_.lag; ++off) {
        if (start - off >= first_) each(j, start - off);
        if (off > 0 && start + off < last_) each(j, start + off);
      }
    }
  }

  double leastOf(std::int64_t i, std::int64_t start) {
    double least = kFarOff;
    overMatchingWindows(i, start, [&](std::int64_t j, std::int64_t at) {
      least = std::min(least, known(i, j, at).cost * factor(i, j));
    });
    return least;
  }

  /// Computes the cost of a pair, or proves that it exceeds `limit`.
  void settle(std::int64_t i, std::int64_t j, std::int64_t at, double limit) {
    Known& pair = known(i, j, at);
    if (pair.exact || pair.cost > limit) return;
    readWindow(j, at);
    keoghOf(query_.envelopes[i], rest_);
    const double cost = warpedCost(query_.rows[i], window_, search_.band, limit, rest_);
    pair = cost < kFarOff ? Known{cost, true} : Known{std::max(pair.cost, limit), false};
  }

  void rank(std::int64_t start) {
    double sum = 0;
    Row least;
    for (std::int64_t i = 0; i < rows(); ++i) {
      least.push_back(leastOf(i, start));
      sum += least.back();
    }
    if (sum > best_.limit()) return;
    for (std::int64_t i = 0; i < rows(); ++i) {
      // Budget of this channel, given the lower bounds of the others.
      const double most = best_.limit() - (sum - least[i]);
      overMatchingWindows(i, start, [&](std::int64_t j, std::int64_t at) {
        settle(i, j, at, most * kSlack / factor(i, j));
      });
      const double now = leastOf(i, start);
      sum += now - least[i];
      least[i] = now;
      if (sum > best_.limit()) return;
    }
    offer(start);
  }

  void offer(std::int64_t start) {
    Row costs(static_cast<std::size_t>(rows() * columns()), signal::kNoPair);
    std::vector<std::int64_t> lags(costs.size());
    for (std::int64_t i = 0; i < rows(); ++i) {
      overMatchingWindows(i, start, [&](std::int64_t j, std::int64_t at) {
        const Known& pair = known(i, j, at);
        double& cost = costs[i * columns() + j];
        if (!pair.exact || pair.cost * factor(i, j) >= cost) return;
        cost = pair.cost * factor(i, j);
        lags[i * columns() + j] = std::abs(at - start);
      });
    }
    const signal::Assignment chosen = assigned(costs, signal::PairGrid(rows(), columns()));
    if (chosen.missing > 0) return;
    double sum = 0;
    MotifPlace place{0, 0, start};
    for (std::int64_t i = 0; i < rows(); ++i) {
      sum += costs[i * columns() + chosen.columns[i]];
      place.shift += lags[i * columns() + chosen.columns[i]];
    }
    place.distance = std::sqrt(sum);
    best_.offer(place);
  }

  const MotifSearch& search_;
  const ShapedQuery& query_;
  BestPlace& best_;
  std::int64_t from_;
  std::int64_t end_;
  std::int64_t first_;  ///< first window within the lag
  std::int64_t last_;   ///< end of the windows within the lag
  Row window_;
  Row rest_;
  std::vector<std::vector<Known>> known_;  ///< per pair of channels
};

template <class Do>
MotifPlace overPlaces(const MotifSearch& search, const Control& control, Timeline& timeline,
                      const Do& each) {
  const StageTimer timer(timeline, "search");
  const ShapedQuery query(search);
  BestPlace best;
  const std::int64_t parts = (search.places() + kTogether - 1) / kTogether;
  parallelFor(parts, threadsFor(control), control, [&](std::int64_t part, int /*thread*/) {
    Places places(search, query, best, part * kTogether,
                  std::min(search.places(), (part + 1) * kTogether));
    each(places);
  });
  return best.best();
}

}  // namespace

std::int64_t MotifSearch::pairs() const {
  std::int64_t count = 0;
  for (std::int64_t i = 0; i < std::ssize(query); ++i) {
    for (std::int64_t j = 0; j < std::ssize(data); ++j) count += std::abs(i - j) < reach ? 1 : 0;
  }
  return count;
}

double MotifSearch::cells() const {
  const std::int64_t aside = std::min(band, length() - 1);
  const auto table = static_cast<double>(length() * (2 * aside + 1) - aside * (aside + 1));
  return table * static_cast<double>(pairs()) * static_cast<double>(places());
}

MotifPlace searchMotifPlainly(const MotifSearch& search, const Control& control,
                              Timeline& timeline) {
  return overPlaces(search, control, timeline, [](Places& places) {
    places.workOutAll();
    places.rank();
  });
}

MotifPlace searchMotifWithBounds(const MotifSearch& search, const Control& control,
                                 Timeline& timeline) {
  return overPlaces(search, control, timeline, [](Places& places) {
    places.boundAll();
    places.rank();
  });
}

}  // namespace espy::lab
