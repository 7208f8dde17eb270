// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QProxyStyle>

namespace espy::desktop {

// The spacing grid, in pixels: every margin and every gap of a layout is one of these, or none.
inline constexpr int kGap = 8;       ///< between widgets
inline constexpr int kWideGap = 16;  ///< between groups, and inside pages and tiles

/// The desktop's style, with layouts on the spacing grid.
class GridStyle : public QProxyStyle {
 public:
  using QProxyStyle::QProxyStyle;
  int pixelMetric(PixelMetric metric, const QStyleOption* option,
                  const QWidget* widget) const override {
    switch (metric) {
      case PM_LayoutLeftMargin:
      case PM_LayoutTopMargin:
      case PM_LayoutRightMargin:
      case PM_LayoutBottomMargin:
      case PM_LayoutHorizontalSpacing:
      case PM_LayoutVerticalSpacing:
        return kGap;
      default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
  }
};

}  // namespace espy::desktop
