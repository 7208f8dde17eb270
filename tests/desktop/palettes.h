// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPalette>

namespace espy::desktop {

/// A complete light or dark palette, independent of the desktop.
inline QPalette paletteOf(bool dark) {
  struct Ground {
    QPalette::ColorRole role;
    QRgb light;
    QRgb dark;
  };
  constexpr Ground kGrounds[] = {
      {QPalette::Window, 0xffefefef, 0xff2b2b2e},
      {QPalette::WindowText, 0xff1a1a1a, 0xffececec},
      {QPalette::Base, 0xffffffff, 0xff1e1e20},
      {QPalette::AlternateBase, 0xfff6f6f6, 0xff262629},
      {QPalette::Text, 0xff1a1a1a, 0xffececec},
      {QPalette::Button, 0xffefefef, 0xff37373b},
      {QPalette::ButtonText, 0xff1a1a1a, 0xffececec},
      {QPalette::BrightText, 0xffffffff, 0xffff6b6b},
      {QPalette::ToolTipBase, 0xfffff8dc, 0xff4a4632},
      {QPalette::ToolTipText, 0xff1a1a1a, 0xfff4f0dc},
      {QPalette::PlaceholderText, 0xff767676, 0xff9a9a9e},
      {QPalette::Highlight, 0xff2a6fb5, 0xff3f83c8},
      {QPalette::HighlightedText, 0xffffffff, 0xffffffff},
      {QPalette::Link, 0xff1f5f9f, 0xff7ab8f5},
      {QPalette::LinkVisited, 0xff6a3d8f, 0xffc49be8},
      {QPalette::Light, 0xffffffff, 0xff4a4a4f},
      {QPalette::Midlight, 0xfff7f7f7, 0xff404045},
      {QPalette::Mid, 0xffb4b4b4, 0xff222225},
      {QPalette::Dark, 0xff9a9a9a, 0xff19191b},
      {QPalette::Shadow, 0xff6a6a6a, 0xff0c0c0d},
  };
  QPalette palette;
  for (const Ground& ground : kGrounds) {
    palette.setColor(ground.role, QColor::fromRgb(dark ? ground.dark : ground.light));
  }
  const QColor pale = QColor::fromRgb(dark ? 0xff77777b : 0xff9b9b9b);
  for (const auto role :
       {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::PlaceholderText}) {
    palette.setColor(QPalette::Disabled, role, pale);
  }
  palette.setColor(QPalette::Disabled, QPalette::Highlight, pale.darker(130));
  return palette;
}

}  // namespace espy::desktop
