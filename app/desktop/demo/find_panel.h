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
  /// Something is under way.
  void wait(const QString& sentence);
  void tell(const QString& sentence, const QString& detail);
  /// The same where nobody asked for the time.
  void conclude(const QString& sentence, const QString& detail);
  /// What to do in the picture, with a button to learn where there is enough to learn from. Takes
  /// the keys only if that is wanted, so that they stay where somebody works.
  void guide(const QImage& who, const QString& sentence, const QString& detail, bool enough,
             bool takeKeys);
  /// The large line.
  QString sentence() const;
  /// As wide as it needs to be, in the middle of the upper edge of its parent.
  void arrange();

 signals:
  void showWanted();
  void againWanted();
  void raceWanted();
  void nightWanted();
  void clicksWanted();
  void learningWanted();
  void closed();

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QPushButton* addButton(const QString& text, const QString& tip);
  void announce();
  void showPicture(const QImage& picture);
  void showButtons(std::initializer_list<QPushButton*> shown, bool takeKeys = true);

  QLabel* picture_;
  QLabel* sentence_;
  QLabel* detail_;
  QLabel* clock_;
  QProgressBar* progress_;
  QHBoxLayout* buttons_;
  QPushButton* show_;
  QPushButton* race_;
  QPushButton* again_;
  QPushButton* night_;
  QPushButton* learn_;
  QPushButton* click_;
  QPushButton* close_;
};

}  // namespace espy::desktop
