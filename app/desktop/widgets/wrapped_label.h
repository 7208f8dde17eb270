// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLabel>

namespace espy::desktop {

/// A label for sentences that change: plain text in as many lines as it takes, which can be copied.
/// Who does not see it is told by `accessible` what it is about.
inline QLabel* wrappedLabel(const QString& accessible) {
  auto* label = new QLabel;
  label->setAccessibleName(accessible);
  label->setTextFormat(Qt::PlainText);
  label->setWordWrap(true);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  return label;
}

}  // namespace espy::desktop
