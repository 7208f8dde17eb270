// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLabel>

namespace espy::desktop {

/// A sentence that says how something went. Trouble has a sign and a ground of its own, so that
/// nobody takes it for a success. Hidden while there is nothing to say.
class SaidLabel : public QLabel {
  Q_OBJECT

 public:
  enum class Tone { plain, trouble };

  explicit SaidLabel(QWidget* parent = nullptr);

  void say(const QString& sentence, Tone tone = Tone::plain);
  /// Without the sign.
  const QString& sentence() const { return sentence_; }
  Tone tone() const { return tone_; }

 private:
  QString sentence_;
  Tone tone_ = Tone::plain;
};

}  // namespace espy::desktop
