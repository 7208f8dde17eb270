// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLabel>

namespace espy::desktop {

/// Label for the outcome of an action. Trouble has a sign and a background. Hidden while empty.
class StatusLabel : public QLabel {
  Q_OBJECT

 public:
  enum class Tone { plain, trouble };

  explicit StatusLabel(QWidget* parent = nullptr);

  void say(const QString& sentence, Tone tone = Tone::plain);
  /// The text without the sign.
  const QString& sentence() const { return sentence_; }
  Tone tone() const { return tone_; }

 private:
  QString sentence_;
  Tone tone_ = Tone::plain;
};

}  // namespace espy::desktop
