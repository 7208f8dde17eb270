// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <vector>

#include "espy/engine/motif.h"

namespace espy::desktop {

/// A channel of the motif aligned with the lane that it matches.
struct ShownPath {
  QString title;              ///< "x → y, 0.12 s later, distance 1.2"
  std::vector<double> query;  ///< resampled to the match's length
  std::vector<double> data;
  std::vector<std::pair<std::int64_t, std::int64_t>> path;  ///< indices (query, data)
};

/// Shows the motif above a match, one row per channel, with lines between the samples that the
/// warping path pairs.
class PathView : public QWidget {
  Q_OBJECT

 public:
  explicit PathView(QWidget* parent = nullptr);

  void setPaths(std::vector<ShownPath> paths);
  const std::vector<ShownPath>& paths() const { return paths_; }
  /// Text shown without a match.
  void setEmptyText(const QString& text);
  /// Areas of a row's upper and lower curve.
  QRectF queryPlace(int row) const;
  QRectF dataPlace(int row) const;

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  int leastRowHeight() const;
  QRectF rowPlace(int row) const;
  void paintRow(QPainter& painter, int row) const;
  void paintPath(QPainter& painter, int row) const;

  std::vector<ShownPath> paths_;
  QString emptyText_;
};

}  // namespace espy::desktop
