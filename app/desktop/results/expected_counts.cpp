// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "results/expected_counts.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>

namespace espy::desktop {
namespace {

/// Translation context of this file.
struct CountsWords {
  Q_DECLARE_TR_FUNCTIONS(espy::desktop::Counts)
};

}  // namespace

std::vector<NeedleCount> countsOf(const SearchResult& result,
                                  std::span<const std::uint32_t> matches,
                                  const ExpectedCounts& expected) {
  std::vector<NeedleCount> counts;
  for (const NeedleItem& needle : result.needles) {
    NeedleCount count{needle, 0, {}};
    if (const auto at = expected.find(needle.id); at != expected.end()) count.expected = *at;
    counts.push_back(std::move(count));
  }
  for (const std::uint32_t index : matches) ++counts[result.finding.matches[index].needle].found;
  return counts;
}

QString verdictOf(const NeedleCount& count) {
  if (!count.expected) return {};
  if (count.isOk()) return CountsWords::tr("✓ OK");
  const auto expected = static_cast<std::size_t>(*count.expected);
  const QLocale locale;
  return count.found < expected
             ? CountsWords::tr("✗ not OK: %1 missing")
                   .arg(locale.toString(static_cast<qulonglong>(expected - count.found)))
             : CountsWords::tr("✗ not OK: %1 too many")
                   .arg(locale.toString(static_cast<qulonglong>(count.found - expected)));
}

QString verdictOf(const std::vector<NeedleCount>& counts) {
  const auto expected = std::count_if(counts.begin(), counts.end(), [](const NeedleCount& count) {
    return count.expected.has_value();
  });
  const auto wrong = std::count_if(counts.begin(), counts.end(),
                                   [](const NeedleCount& count) { return !count.isOk(); });
  if (expected == 0) return {};
  if (wrong == 0) return CountsWords::tr("✓ All counts are OK");
  return CountsWords::tr("✗ Counts that are not OK: %1 of %2").arg(wrong).arg(expected);
}

}  // namespace espy::desktop
