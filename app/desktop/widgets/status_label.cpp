// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "widgets/status_label.h"

#include <QAccessible>

namespace espy::desktop {

StatusLabel::StatusLabel(QWidget* parent) : QLabel(parent) {
  setTextFormat(Qt::PlainText);
  setWordWrap(true);
  setTextInteractionFlags(Qt::TextSelectableByMouse);
  hide();
}

void StatusLabel::say(const QString& sentence, Tone tone) {
  sentence_ = sentence;
  tone_ = tone;
  const bool trouble = tone == Tone::trouble;
  setText(trouble && !sentence.isEmpty() ? QStringLiteral("\u26a0 ") + sentence : sentence);
  setAutoFillBackground(trouble);
  setBackgroundRole(trouble ? QPalette::ToolTipBase : QPalette::NoRole);
  setForegroundRole(trouble ? QPalette::ToolTipText : QPalette::NoRole);
  setFrameShape(trouble ? QFrame::StyledPanel : QFrame::NoFrame);
  setMargin(trouble ? fontMetrics().height() / 4 : 0);
  setVisible(!sentence.isEmpty());
  if (!trouble) return;
  QAccessibleEvent alert(this, QAccessible::Alert);
  QAccessible::updateAccessibility(&alert);
}

}  // namespace espy::desktop
