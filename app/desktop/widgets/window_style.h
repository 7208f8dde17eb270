// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/spacing.h"

namespace espy::desktop {

/// The style of the windows. Frames check boxes of Fusion in dark palettes, where its own frame is
/// darker than the window.
class WindowStyle : public GridStyle {
 public:
  using GridStyle::GridStyle;
  void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
};

}  // namespace espy::desktop
