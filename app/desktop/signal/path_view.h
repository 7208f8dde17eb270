// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>
#include <vector>

#include "espy/engine/motif.h"

namespace espy::desktop {

/// One channel of the motif over the one that it was found in.
struct ShownPath {
  QString title;              ///< "x → y, 0.12 s later, distance 1.2"
  std::vector<double> query;  ///< stretched as the match is
  std::vector<double> data;
  std::vector<std::pair<std::int64_t, std::int64_t>> path;  ///< pairs of places in both
};

/// Shows the motif over a match, a row for each channel, and which samples of the one meet which of
/// the other.
class PathView : public QWidget {
  Q_OBJECT

 public:
  explicit PathView(QWidget* parent = nullptr);

  void setPaths(std::vector<ShownPath> paths);
  const std::vector<ShownPath>& paths() const { return paths_; }
  /// What is said where there is nothing to compare.
  void setEmptyText(const QString& text);
  /// Where a row's upper and lower curve are.
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
