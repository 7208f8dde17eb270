// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QImage>
#include <QWidget>
#include <functional>
#include <string>
#include <vector>

class QLayout;
class QPushButton;

namespace espy::desktop {

class SaidLabel;

/// A view of measured figures: copies its chart, and writes it or the figures to files.
class FigureView : public QWidget {
  Q_OBJECT

 public:
  /// Empty without figures.
  virtual QByteArray csv() const = 0;
  virtual QByteArray json() const = 0;
  virtual QByteArray svg() const = 0;
  /// The chart in front with its titles, `ratio` times as fine as the screen's; null without
  /// figures.
  virtual QImage picture(double ratio) const = 0;
  virtual bool hasFigures() const = 0;

  void copyPicture();
  /// Writes csv, json, svg or png, by the ending of the name, and refuses any other. The status
  /// line says what happened.
  bool exportTo(const QString& path);
  /// Throws for a file that must not be written.
  void setGuard(std::function<void(const std::string& path)> guard) { guard_ = std::move(guard); }

 protected:
  /// The folder of exports is remembered under `word`.
  FigureView(QString word, QWidget* parent, Qt::WindowFlags flags = {});

  /// Of exported files, without an ending.
  virtual QString fileName() const = 0;

  /// Adds a button that is enabled while there are figures.
  void addButton(QLayout& row, const QString& text, const QString& name,
                 const std::function<void()>& clicked);
  void addCopy(QLayout& row);
  /// Adds a button that asks for a file and writes it. The first filter is proposed.
  void addSave(QLayout& row, const QString& text, const QString& name, const QString& title,
               const QStringList& filters);
  void addTables(QLayout& row);
  void enableButtons();
  void say(const QString& sentence, bool trouble = false);
  SaidLabel* status() const { return status_; }

 private:
  QString word_;
  SaidLabel* status_;
  std::vector<QPushButton*> needFigures_;
  std::function<void(const std::string& path)> guard_;
};

}  // namespace espy::desktop
