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

/// Number of matches by score, in bins of 1/100 from 0 to 1.
constexpr std::size_t kScoreBins = 100;
using ScoreCounts = std::array<std::uint64_t, kScoreBins>;

/// Of all matches found; all 0 if they have no scores.
ScoreCounts histogramOf(const SearchResultPtr& result);

/// Histogram with a logarithmic scale, so that single matches are visible next to millions. Bars
/// below the minimum are pale.
class ScoreHistogram : public QWidget {
  Q_OBJECT

 public:
  explicit ScoreHistogram(QWidget* parent = nullptr);

  void setCounts(const ScoreCounts& counts);
  const ScoreCounts& counts() const { return counts_; }
  void setMinimum(double score);
  /// Space left of score 0 and right of score 1, in pixels.
  void setMargin(int margin);
  /// Rectangle of a bar; height 0 if the bin is empty, else at least 2.
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

/// Slider and number field for a score from 0 to 1 in steps of 1/1000, with a histogram behind the
/// slider.
class MinimumSlider : public QWidget {
  Q_OBJECT

 public:
  explicit MinimumSlider(QWidget* parent = nullptr);

  double value() const { return value_; }
  /// Emits nothing; values between two steps are rounded down for display.
  void setValue(double value);
  void setHistogram(const ScoreCounts& counts);

 signals:
  void changed(double value);  ///< by the user

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
