// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "widgets/contrast.h"

#include <algorithm>
#include <cmath>

namespace espy::desktop {
namespace {

/// Relative luminance of an sRGB colour (WCAG 2), 0..1.
double luminance(const QColor& colour) {
  const auto linear = [](double part) {
    return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) +
         0.0722 * linear(colour.blueF());
}

QColor over(const QColor& colour, const QColor& ground) {
  const auto mixed = [&](float a, float b) { return b + (a - b) * colour.alphaF(); };
  return QColor::fromRgbF(mixed(colour.redF(), ground.redF()),
                          mixed(colour.greenF(), ground.greenF()),
                          mixed(colour.blueF(), ground.blueF()));
}

/// Not QColor::lighter(), which has no effect on a fully bright blue.
QColor towardsWhite(const QColor& colour) {
  constexpr float kStep = 0.04F;
  return over(QColor::fromRgbF(1, 1, 1, kStep), colour);
}

/// The colour, darkened or lightened until it is readable with the other one.
QColor readableWith(QColor colour, const QColor& other, bool darker) {
  constexpr int kSteps = 100;
  constexpr int kPercent = 104;
  for (int i = 0; i < kSteps && contrast(colour, other) < kReadable; ++i) {
    colour = darker ? colour.darker(kPercent) : towardsWhite(colour);
  }
  return colour;
}

}  // namespace

double contrast(const QColor& text, const QColor& ground) {
  const double a = luminance(over(text, ground));
  const double b = luminance(ground);
  return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
}

QColor inkOn(const QColor& ground) {
  return contrast(Qt::black, ground) > contrast(Qt::white, ground) ? Qt::black : Qt::white;
}

QColor troubleInk(const QColor& ground) {
  const QColor dark(0xb0, 0x10, 0x10);
  const QColor light(0xff, 0x90, 0x90);
  return contrast(dark, ground) > contrast(light, ground) ? dark : light;
}

QColor canvasGround(const QPalette& palette) {
  const QColor window = palette.color(QPalette::Window);
  return inkOn(window) == Qt::white ? QColor(0x48, 0x48, 0x48) : QColor(0xa0, 0xa0, 0xa0);
}

QColor accentOn(const QColor& ground, const QPalette& palette) {
  const QColor accent = palette.color(QPalette::Active, QPalette::Highlight);
  return readableWith(accent, ground, inkOn(ground) == Qt::black);
}

QPalette readable(QPalette palette) {
  constexpr int kPalest = 50;  // percent
  for (const auto group : {QPalette::Active, QPalette::Inactive}) {
    const QColor text = palette.color(group, QPalette::HighlightedText);
    const QColor ground = palette.color(group, QPalette::Highlight);
    palette.setColor(group, QPalette::Highlight,
                     readableWith(ground, text, luminance(text) > luminance(ground)));
    palette.setColor(group, QPalette::Link,
                     accentOn(palette.color(group, QPalette::Base), palette));
    // Between the text and its ground: as pale as is readable.
    const QColor base = palette.color(group, QPalette::Base);
    QColor hint = palette.color(group, QPalette::PlaceholderText);
    if (contrast(hint, base) >= kReadable) continue;
    hint = palette.color(group, QPalette::Text);
    for (int percent = kPalest; percent <= 100; percent += 5) {
      hint.setAlphaF(static_cast<float>(percent) / 100);
      if (contrast(hint, base) >= kReadable) break;
    }
    palette.setColor(group, QPalette::PlaceholderText, hint);
  }
  return palette;
}

}  // namespace espy::desktop
