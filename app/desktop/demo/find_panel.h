// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFrame>

class QImage;
class QLabel;
class QProgressBar;
class QPushButton;

namespace espy::desktop {

class FlowLayout;

/// Panel of the game at the upper edge of the picture: a large line, a small one, the needle and
/// buttons.
class FindPanel : public QFrame {
  Q_OBJECT

 public:
  explicit FindPanel(QWidget* parent);

  /// Shows that the crowd is being generated.
  void prepare(const QString& sentence);
  void ask(const QImage& traveller, const QString& hint);
  void setClock(const QString& text);
  /// Shows that work is in progress.
  void wait(const QString& sentence);
  void reveal(const QString& sentence, const QString& detail);
  /// Like reveal(), without offering a race.
  void conclude(const QString& sentence, const QString& detail);
  /// Instructions in the picture, with a button to learn if `enough`. Takes the keyboard focus only
  /// if `takeKeys`.
  void guide(const QImage& who, const QString& sentence, const QString& detail, bool enough,
             bool takeKeys);
  /// Text of the large line.
  QString sentence() const;
  /// Places the panel centred at the upper edge of its parent.
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
  QPushButton* addButton(const QString& text, const QString& tip, void (FindPanel::*pressed)());
  void announce();
  void showPicture(const QImage& picture);
  void showButtons(std::initializer_list<QPushButton*> shown, bool takeKeys = true);

  QLabel* picture_;
  QLabel* sentence_;
  QLabel* detail_;
  QLabel* clock_;
  QProgressBar* progress_;
  FlowLayout* buttons_;
  QPushButton* show_;
  QPushButton* race_;
  QPushButton* again_;
  QPushButton* night_;
  QPushButton* learn_;
  QPushButton* click_;
  QPushButton* close_;
};

}  // namespace espy::desktop
