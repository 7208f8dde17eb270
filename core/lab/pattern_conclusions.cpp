// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/pattern_conclusions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace espy::lab::pattern {
namespace {

using Names = std::vector<std::string>;

bool isMeasured(const LabRow& row) {
  return row.refusal.empty() && row.same && row.whole.count > 0 && row.whole.median > 0;
}

/// The fastest of the strategies with these names, or null where none was measured.
const LabRow* fastest(const LabPoint& point, const Names& names) {
  const LabRow* best = nullptr;
  for (const LabRow& row : point.rows) {
    if (!isMeasured(row) || std::ranges::find(names, row.strategy) == names.end()) continue;
    if (best == nullptr || row.whole.median < best->whole.median) best = &row;
  }
  return best;
}

/// How a card compares at one size.
struct Comparison {
  double pixels = 0;
  double gain = 0;  ///< logarithm of the processor's time over the card's; the card pays above 0
};

std::vector<Comparison> compared(const LabReport& report, const Names& processor,
                                 const std::string& card) {
  std::vector<Comparison> comparisons;
  for (const LabPoint& point : report.points) {
    const LabRow* slow = fastest(point, processor);
    const LabRow* fast = fastest(point, {card});
    if (slow == nullptr || fast == nullptr) continue;
    comparisons.push_back(
        {std::stod(point.value) * 1000, std::log(slow->whole.median / fast->whole.median)});
  }
  std::ranges::sort(comparisons, {}, &Comparison::pixels);
  return comparisons;
}

/// To two digits, in full.
std::string rounded(double number) {
  return number < 9.95 ? fmt::format("{:.2g}", number) : fmt::format("{:.0f}", number);
}

std::string megapixels(double pixels) {
  const std::string number = rounded(pixels / 1e6);
  return number + (number == "1" ? " megapixel" : " megapixels");
}

/// Between the two sizes, both axes logarithmic as in the plot.
double crossing(const Comparison& before, const Comparison& after) {
  const double part = -before.gain / (after.gain - before.gain);
  return std::exp(std::log(before.pixels) +
                  part * (std::log(after.pixels) - std::log(before.pixels)));
}

std::string whyNot(const LabReport& report, const std::string& card) {
  for (const LabPoint& point : report.points) {
    for (const LabRow& row : point.rows) {
      if (row.strategy == card && !row.refusal.empty()) return row.refusal;
    }
  }
  return {};
}

/// `who` are the two sides in words, "Espy's engines".
std::string fromWhereOnACardPays(const LabReport& report, const std::string& who,
                                 const Names& processor, const std::string& card) {
  const std::vector<Comparison> all = compared(report, processor, card);
  if (all.empty()) {
    const std::string reason = whyNot(report, card);
    return fmt::format("{}: whether a card pays cannot be told here{}.", who,
                       reason.empty() ? "" : " (" + reason + ")");
  }
  const auto paysAt = [&](std::size_t index) { return all[index].gain > 0; };
  std::vector<double> crossings;
  for (std::size_t i = 1; i < all.size(); ++i) {
    if (paysAt(i) != paysAt(i - 1)) crossings.push_back(crossing(all[i - 1], all[i]));
  }
  const bool atLeast = paysAt(0);
  const std::string least = megapixels(all.front().pixels);
  const std::string most = megapixels(all.back().pixels);
  std::string sentence;
  if (crossings.empty()) {
    sentence = atLeast ? fmt::format("a card pays at every size, {} to {}", least, most)
                       : fmt::format("a card pays at no size, {} to {}", least, most);
  } else if (crossings.size() == 1) {
    sentence = atLeast ? fmt::format("a card pays up to about {}", megapixels(crossings[0]))
                       : fmt::format("a card pays from about {} on", megapixels(crossings[0]));
  } else if (crossings.size() == 2 && !atLeast) {
    sentence = fmt::format("a card pays from about {} to about {}, and not at the ends",
                           megapixels(crossings[0]), megapixels(crossings[1]));
  } else {
    sentence = fmt::format("whether a card pays changes {} times between {} and {}",
                           crossings.size(), least, most);
    if (paysAt(all.size() - 1)) {
      sentence += fmt::format("; from about {} on it does", megapixels(crossings.back()));
    }
  }
  return fmt::format("{}: {}, transfers included.", who, sentence);
}

std::string namesAnd(const Names& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " or " : ", ";
    text += names[i];
  }
  return text;
}

/// Over all points: which way on the processor is the fastest, and what it makes of the loop.
std::optional<std::string> fastestOnTheProcessor(const LabReport& report) {
  const Names loop{"sequential"};
  const Names all{"sequential", "openmp", "best-sequential", "best-openmp"};
  Names winners;
  std::vector<double> ratios;
  for (const LabPoint& point : report.points) {
    const LabRow* plain = fastest(point, loop);
    const LabRow* best = fastest(point, all);
    if (plain == nullptr) continue;
    const std::string name = best->threads == 1
                                 ? best->strategy
                                 : fmt::format("{} on {} threads", best->strategy, best->threads);
    if (std::ranges::find(winners, name) == winners.end()) winners.push_back(name);
    ratios.push_back(plain->whole.median / best->whole.median);
  }
  if (ratios.size() < 2) return std::nullopt;
  const auto [least, most] = std::ranges::minmax(ratios);
  return fmt::format(
      "On the processor {} is the fastest: the plain loop takes {} to {} times as long, "
      "by milestone, whole runs compared.",
      namesAnd(winners), rounded(least), rounded(most));
}

}  // namespace

std::vector<std::string> conclusionsOf(const LabReport& report) {
  if (report.swept == "kilopixels" && !report.points.empty()) {
    return {fromWhereOnACardPays(report, "Espy's engines", {"best-sequential", "best-openmp"},
                                 "best-cuda"),
            fromWhereOnACardPays(report, "The paper's passes", {"sequential", "openmp"},
                                 "cuda-passes")};
  }
  if (report.swept == "milestone") {
    if (const auto sentence = fastestOnTheProcessor(report)) return {*sentence};
  }
  return {};
}

}  // namespace espy::lab::pattern
