// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractButton>
#include <QScrollArea>
#include <vector>

class QBoxLayout;
class QGridLayout;
class QLabel;

namespace espy::desktop {

class Actions;

/// A button of the start page: a drawing, a title and one line.
class Door : public QAbstractButton {
  Q_OBJECT

 public:
  /// `drawing`: its name in resources/icons.
  Door(const QString& drawing, const QString& title, const QString& line, QAction* action);

  /// Puts the drawing to the left of the words (`wide`), or above them.
  void setShape(bool wide, int width);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void enterEvent(QEnterEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void changeEvent(QEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;

 private:
  void draw();

  QString drawing_;
  QBoxLayout* layout_;
  QBoxLayout* words_;
  QLabel* picture_;
  QLabel* title_;
  QLabel* line_;
};

/// What can be done, shown on the empty canvas: a door for each task. The doors are tiles in two
/// rows, or lines where there is less space.
class StartPage : public QScrollArea {
  Q_OBJECT

 public:
  explicit StartPage(const Actions& actions, QWidget* parent = nullptr);

  const std::vector<Door*>& doors() const { return doors_; }

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void arrange();

  QGridLayout* grid_;
  std::vector<Door*> doors_;
};

}  // namespace espy::desktop
