// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QRectF>
#include <QWidget>

namespace espy::desktop {

/// Dims all but one place. The pointer goes through it.
class FindVeil : public QWidget {
  Q_OBJECT

 public:
  explicit FindVeil(QWidget* parent);

  /// 0: nothing is dimmed, 1: all that is dimmed.
  void setDepth(double depth);
  double depth() const { return depth_; }
  /// What is left light, in this widget's coordinates.
  void setPlace(const QRectF& place);
  /// The light around the place, which has a least size so that it is seen from afar.
  QRectF light() const;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QRectF place_;
  double depth_ = 0;
};

}  // namespace espy::desktop
