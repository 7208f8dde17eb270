// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStyleFactory>

#include "widgets/window_style.h"

namespace espy::desktop {

/// The window's style with animations of this duration; 0: disabled, as where time or pixels are
/// measured.
class AnimatedStyle : public WindowStyle {
 public:
  explicit AnimatedStyle(int milliseconds)
      : WindowStyle(QStyleFactory::create(QStringLiteral("Fusion"))), milliseconds_(milliseconds) {}
  int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                QStyleHintReturn* data) const override {
    if (hint == SH_Widget_Animation_Duration) return milliseconds_;
    return WindowStyle::styleHint(hint, option, widget, data);
  }

 private:
  int milliseconds_;
};

}  // namespace espy::desktop
