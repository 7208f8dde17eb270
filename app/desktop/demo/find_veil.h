// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QRectF>
#include <QWidget>

namespace espy::desktop {

/// Overlay that dims everything but one place. Transparent for the mouse.
class FindVeil : public QWidget {
  Q_OBJECT

 public:
  explicit FindVeil(QWidget* parent);

  /// Opacity, from 0 (none) to 1 (darkest).
  void setDepth(double depth);
  double depth() const { return depth_; }
  /// Rectangle to leave undimmed, in this widget's coordinates.
  void setPlace(const QRectF& place);
  /// Bounding rectangle of the undimmed ellipse; its minimum size keeps small targets visible.
  QRectF light() const;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QRectF place_;
  double depth_ = 0;
};

}  // namespace espy::desktop
