// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QComboBox>
#include <QFont>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>

#include "widgets/mnemonic.h"

namespace espy::desktop {

/// The font of headings.
inline QFont headingFont(QFont font) {
  constexpr double kHeading = 1.25;
  font.setBold(true);
  font.setPointSizeF(font.pointSizeF() * kHeading);
  return font;
}

/// Label for changing sentences: plain text, wrapped, selectable. `accessible` is its name for
/// assistive technology.
inline QLabel* wrappedLabel(const QString& accessible) {
  auto* label = new QLabel;
  label->setAccessibleName(accessible);
  label->setTextFormat(Qt::PlainText);
  label->setWordWrap(true);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  return label;
}

inline QPushButton* newButton(const QString& text, const QString& tip) {
  auto* button = new QPushButton(text);
  button->setToolTip(tip);
  return button;
}

inline QToolButton* newToolButton(const QString& text, const QString& tip) {
  auto* button = new QToolButton;
  button->setText(text);
  button->setToolTip(tip);
  button->setFocusPolicy(Qt::TabFocus);
  return button;
}

inline QScrollArea* newScrollArea(QWidget* inside) {
  auto* area = new QScrollArea;
  area->setWidget(inside);
  area->setWidgetResizable(true);
  area->setFrameShape(QFrame::NoFrame);
  return area;
}

/// The same, for a widget that shrinks to any width.
inline QScrollArea* newScrollArea(QWidget* inside, const QString& name) {
  auto* area = newScrollArea(inside);
  area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  area->setAccessibleName(name);
  return area;
}

/// Names a widget for screen readers, and sets its tool tip. `text` may have a mnemonic.
inline void nameWidget(QWidget& widget, const QString& text, const QString& tip) {
  widget.setAccessibleName(withoutMnemonic(text));
  widget.setToolTip(tip);
}

/// Paints the text of an empty view.
inline void paintMessage(QAbstractScrollArea& view, const QString& message) {
  QPainter painter(view.viewport());
  painter.setPen(view.palette().color(QPalette::PlaceholderText));
  const int margin = view.fontMetrics().height();
  painter.drawText(view.viewport()->rect().adjusted(margin, margin, -margin, -margin),
                   static_cast<int>(Qt::AlignCenter) | Qt::TextWordWrap, message);
}

inline void addItem(QComboBox& box, const QString& text, const QVariant& data, const QString& tip) {
  box.addItem(text, data);
  box.setItemData(box.count() - 1, tip, Qt::ToolTipRole);
}

}  // namespace espy::desktop
