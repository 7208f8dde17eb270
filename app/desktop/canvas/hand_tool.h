// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPointF>
#include <optional>

#include "canvas/tool.h"

namespace espy::desktop {

/// Moves the picture, and clicks on marks.
class HandTool : public Tool {
 public:
  using Tool::Tool;

  QCursor cursor() const override;
  bool press(QMouseEvent& event) override;
  bool move(QMouseEvent& event) override;
  bool release(QMouseEvent& event) override;

 private:
  std::optional<QPointF> last_;  ///< where the pointer was, while the button is down
  QPointF pressed_;
  bool moved_ = false;
};

}  // namespace espy::desktop
