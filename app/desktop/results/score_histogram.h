// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <array>
#include <cstdint>

#include "model/match_list.h"

namespace espy::desktop {

/// How many matches have which score, in hundredths from 0 to 1.
constexpr std::size_t kScoreBins = 100;
using ScoreCounts = std::array<std::uint64_t, kScoreBins>;

/// Of all matches that the search found; none where they have no scores.
ScoreCounts histogramOf(const SearchResultPtr& result);

/// Draws them as bars, on a logarithmic scale: single matches are seen beside millions. Those below
/// the minimum are pale.
class ScoreHistogram : public QWidget {
  Q_OBJECT

 public:
  explicit ScoreHistogram(QWidget* parent = nullptr);

  void setCounts(const ScoreCounts& counts);
  const ScoreCounts& counts() const { return counts_; }
  void setMinimum(double score);
  /// Room to the left of score 0 and to the right of score 1.
  void setMargin(int margin);
  /// Where a bar lies; its height is 0 where nothing has such a score, else at least 2.
  QRectF barRect(std::size_t bin) const;

  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void describe();

  ScoreCounts counts_{};
  std::uint64_t most_ = 0;
  double minimum_ = 0;
  int margin_ = 0;
};

}  // namespace espy::desktop
