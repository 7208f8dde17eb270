// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDoubleSpinBox>
#include <QSlider>
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

/// A score from 0 to 1 in thousandths, by slider and by number; behind the slider stands how many
/// matches have which score.
class MinimumSlider : public QWidget {
  Q_OBJECT

 public:
  explicit MinimumSlider(QWidget* parent = nullptr);

  double value() const { return value_; }
  /// Says nothing; a value between two steps shows as the lower one.
  void setValue(double value);
  void setHistogram(const ScoreCounts& counts);

 signals:
  void changed(double value);  ///< by somebody at the keyboard or the mouse

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void show(int thousandths);

  double value_ = 0;
  ScoreHistogram* histogram_;
  QSlider* slider_;
  QDoubleSpinBox* number_;
};

}  // namespace espy::desktop
