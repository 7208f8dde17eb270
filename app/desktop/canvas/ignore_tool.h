// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPointF>
#include <memory>

#include "canvas/tool.h"
#include "espy/image.h"

namespace espy::desktop {

/// Paints the ignored part of the selection with a round brush; with Alt or the right button it
/// erases. The keys [ and ] change the brush size.
class IgnoreTool : public Tool {
 public:
  using Tool::Tool;

  QCursor cursor() const override { return Qt::CrossCursor; }
  void paint(QPainter& painter) override;
  bool press(QMouseEvent& event) override;
  bool move(QMouseEvent& event) override;
  bool release(QMouseEvent& event) override;
  bool key(QKeyEvent& event) override;

  double radius() const { return radius_; }  ///< of the brush, in picture pixels

 private:
  void stroke(QPointF from, QPointF to);

  double radius_ = 8;
  std::uint8_t value_ = 0;  ///< painted by the brush
  QPointF pointer_{-1e6, -1e6};
  Qt::MouseButton button_ = Qt::NoButton;  ///< the button that paints
  QPointF last_;                           ///< last brush position in the picture
  std::shared_ptr<Image> work_;            ///< being painted; not yet shared
  std::shared_ptr<const Image> before_;
};

}  // namespace espy::desktop
