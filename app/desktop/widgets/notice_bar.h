// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFrame>
#include <QLabel>
#include <QToolButton>
#include <functional>
#include <vector>

class QGridLayout;

namespace espy::desktop {

/// Non-modal bar over the canvas with one message and buttons to act on it.
class NoticeBar : public QFrame {
  Q_OBJECT

 public:
  enum class Tone { plain, trouble };
  struct Offer {
    QString text;
    std::function<void()> act;
  };

  explicit NoticeBar(QWidget* parent = nullptr);

  void say(const QString& sentence, Tone tone, std::vector<Offer> offers = {});
  void clear();
  QString text() const { return text_->text(); }
  Tone tone() const { return tone_; }

 signals:
  void cleared();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void empty();
  /// Places the buttons right of the sentence, or below it when space is short.
  void placeOffers();

  QGridLayout* grid_;
  QLabel* text_;
  QToolButton* close_;
  QWidget* offers_;
  std::vector<QToolButton*> buttons_;
  Tone tone_ = Tone::plain;
};

}  // namespace espy::desktop
