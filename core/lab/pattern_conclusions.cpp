// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "lab/conclusions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/phrase.h"

namespace espy::lab::pattern {
namespace {

using Names = std::vector<std::string>;

bool isMeasured(const LabRow& row) {
  return row.refusal.empty() && row.same && row.whole.count > 0 && row.whole.median > 0;
}

/// The fastest of these strategies, or null if none was measured.
const LabRow* fastest(const LabPoint& point, const Names& names) {
  const LabRow* best = nullptr;
  for (const LabRow& row : point.rows) {
    if (!isMeasured(row) || std::ranges::find(names, row.strategy) == names.end()) continue;
    if (best == nullptr || row.whole.median < best->whole.median) best = &row;
  }
  return best;
}

/// Comparison of GPU and processor at one size.
struct Comparison {
  double pixels = 0;
  double gain = 0;  ///< log(processor's time / GPU's time); positive if the GPU is faster
};

std::vector<Comparison> compared(const LabReport& report, const Names& processor,
                                 const std::string& gpu) {
  std::vector<Comparison> comparisons;
  for (const LabPoint& point : report.points) {
    const LabRow* slow = fastest(point, processor);
    const LabRow* fast = fastest(point, {gpu});
    if (slow == nullptr || fast == nullptr) continue;
    comparisons.push_back(
        {std::stod(point.value) * 1000, std::log(slow->whole.median / fast->whole.median)});
  }
  std::ranges::sort(comparisons, {}, &Comparison::pixels);
  return comparisons;
}

/// Two digits, without an exponent.
std::string rounded(double number) {
  return number < 9.95 ? fmt::format("{:.2g}", number) : fmt::format("{:.0f}", number);
}

Message megapixels(double pixels) {
  const std::string number = rounded(pixels / 1e6);
  return number == "1" ? phrase("1 megapixel") : phrase("{} megapixels", number);
}

/// Interpolates the break-even size, logarithmic in both axes, as in the plot.
double crossing(const Comparison& before, const Comparison& after) {
  const double part = -before.gain / (after.gain - before.gain);
  return std::exp(std::log(before.pixels) +
                  part * (std::log(after.pixels) - std::log(before.pixels)));
}

Message whyNot(const LabReport& report, const std::string& gpu) {
  for (const LabPoint& point : report.points) {
    for (const LabRow& row : point.rows) {
      if (row.strategy == gpu && !row.refusal.empty()) return row.refusal;
    }
  }
  return {};
}

/// Ranges of sizes where a GPU is faster, if there is more than one break-even point.
Message whereAGpuPays(const std::vector<Comparison>& all) {
  const auto paysAt = [&](std::size_t index) { return all[index].gain > 0; };
  std::vector<double> crossings;
  for (std::size_t i = 1; i < all.size(); ++i) {
    if (paysAt(i) != paysAt(i - 1)) crossings.push_back(crossing(all[i - 1], all[i]));
  }
  const bool atLeast = paysAt(0);
  const Message least = megapixels(all.front().pixels);
  const Message most = megapixels(all.back().pixels);
  if (crossings.empty()) {
    return atLeast ? phrase("a GPU pays off at every size from {} to {}", least, most)
                   : phrase("a GPU pays off at no size from {} to {}", least, most);
  }
  if (crossings.size() == 1) {
    return atLeast ? phrase("a GPU pays off up to about {}", megapixels(crossings[0]))
                   : phrase("a GPU pays off from about {}", megapixels(crossings[0]));
  }
  if (crossings.size() == 2 && !atLeast) {
    return phrase("a GPU pays off from about {} to about {}, but not outside that range",
                  megapixels(crossings[0]), megapixels(crossings[1]));
  }
  Message changes = phrase("whether a GPU pays off changes {} times between {} and {}",
                           crossings.size(), least, most);
  if (!paysAt(all.size() - 1)) return changes;
  return phrase("{}; from about {} it does", changes, megapixels(crossings.back()));
}

/// `who`: the two sides in words, "Espy's engines".
Message fromWhereOnAGpuPays(const LabReport& report, const Message& who, const Names& processor,
                            const std::string& gpu) {
  const std::vector<Comparison> all = compared(report, processor, gpu);
  if (all.empty()) {
    const Message reason = whyNot(report, gpu);
    return reason.empty()
               ? phrase("{}: whether a GPU pays off cannot be measured here.", who)
               : phrase("{}: whether a GPU pays off cannot be measured here ({}).", who, reason);
  }
  return phrase("{}: {}, transfers included.", who, whereAGpuPays(all));
}

Message oneOf(const std::vector<Message>& names) {
  Message text = names.front();
  for (std::size_t i = 1; i < names.size(); ++i) {
    text = i + 1 == names.size() ? phrase("{} or {}", text, names[i])
                                 : phrase("{}, {}", text, names[i]);
  }
  return text;
}

/// The fastest strategy on the processor over all points, and its gain over the plain loop.
std::optional<Message> fastestOnTheProcessor(const LabReport& report) {
  const Names loop{"sequential"};
  const Names all{"sequential", "openmp", "best-sequential", "best-openmp"};
  std::vector<Message> winners;
  std::vector<double> ratios;
  for (const LabPoint& point : report.points) {
    const LabRow* plain = fastest(point, loop);
    const LabRow* best = fastest(point, all);
    if (plain == nullptr) continue;
    const Message name = best->threads == 1
                             ? Message(best->strategy)
                             : phrase("{} on {} threads", best->strategy, best->threads);
    if (std::ranges::find(winners, name) == winners.end()) winners.push_back(name);
    ratios.push_back(plain->whole.median / best->whole.median);
  }
  if (ratios.size() < 2) return std::nullopt;
  const auto [least, most] = std::ranges::minmax(ratios);
  return phrase(
      "On the processor {} is the fastest: the plain loop takes {} to {} times as long, depending "
      "on the milestone, comparing whole runs.",
      oneOf(winners), rounded(least), rounded(most));
}

}  // namespace

std::vector<Message> conclusionsOf(const LabReport& report) {
  if (report.swept == "kilopixels" && !report.points.empty()) {
    return {fromWhereOnAGpuPays(report, phrase("Espy's engines"),
                                {"best-sequential", "best-openmp"}, "best-cuda"),
            fromWhereOnAGpuPays(report, phrase("The paper's passes"), {"sequential", "openmp"},
                                "cuda-passes")};
  }
  if (report.swept == "milestone") {
    if (const auto sentence = fastestOnTheProcessor(report)) return {*sentence};
  }
  return {};
}

}  // namespace espy::lab::pattern
