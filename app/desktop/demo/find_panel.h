// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFrame>

class QHBoxLayout;
class QImage;
class QLabel;
class QProgressBar;
class QPushButton;

namespace espy::desktop {

/// What the game of finding says, at the upper edge of the picture: one large line, one small one,
/// who is looked for, and buttons.
class FindPanel : public QFrame {
  Q_OBJECT

 public:
  explicit FindPanel(QWidget* parent);

  /// The crowd is being drawn.
  void prepare(const QString& sentence);
  void ask(const QImage& traveller, const QString& hint);
  void setClock(const QString& text);
  /// The search is under way.
  void wait();
  void tell(const QString& sentence, const QString& detail);
  /// The large line.
  QString sentence() const;
  /// As wide as it needs to be, in the middle of the upper edge of its parent.
  void arrange();

 signals:
  void showWanted();
  void againWanted();
  void raceWanted();
  void closed();

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QPushButton* addButton(const QString& text, const QString& tip);
  void announce();
  void showButtons(std::initializer_list<QPushButton*> shown);

  QLabel* picture_;
  QLabel* sentence_;
  QLabel* detail_;
  QLabel* clock_;
  QProgressBar* progress_;
  QHBoxLayout* buttons_;
  QPushButton* show_;
  QPushButton* race_;
  QPushButton* again_;
  QPushButton* close_;
};

}  // namespace espy::desktop
