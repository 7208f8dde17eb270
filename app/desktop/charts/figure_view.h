// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QImage>
#include <QWidget>
#include <functional>
#include <string>
#include <vector>

#include "charts/chart_axis.h"
#include "charts/chart_page.h"

class QComboBox;
class QLayout;
class QProgressBar;
class QPushButton;
class QSpinBox;

namespace espy::desktop {

class StatusLabel;

/// View of measured figures; copies its chart and exports chart and figures.
class FigureView : public QWidget {
  Q_OBJECT

 public:
  /// Empty without figures.
  virtual QByteArray csv() const = 0;
  virtual QByteArray json() const = 0;
  QByteArray svg() const;
  /// The front chart with its titles at `ratio` times the screen's resolution; null without one.
  QImage picture(double ratio) const;
  virtual bool hasFigures() const = 0;
  /// Whether the figures are drawn, not only listed.
  virtual bool hasChart() const { return hasFigures(); }

  virtual void start() = 0;
  virtual void cancel() = 0;
  virtual bool running() const = 0;

  void copyPicture();
  /// Writes CSV, JSON, SVG or PNG, by extension; refuses others. Reports the outcome in the status
  /// line.
  bool exportTo(const QString& path);
  /// `guard` throws for paths that must not be written.
  void setGuard(std::function<void(const std::string& path)> guard) { guard_ = std::move(guard); }

 signals:
  void runningChanged(bool running);

 protected:
  /// `word`: settings key of the export folder.
  FigureView(QString word, QWidget* parent, Qt::WindowFlags flags = {});

  /// Base name of exported files.
  virtual QString fileName() const = 0;
  virtual const Chart& frontChart() const = 0;
  /// Titles of the front chart; called only with figures.
  virtual ChartPage page() const = 0;

  /// Button that starts, or cancels what runs.
  QPushButton* newGo();
  static QSpinBox* newRuns(int runs, const QString& name, const QString& tip);
  static QComboBox* newScale(const QString& name);
  static ChartAxis::Scale scaleOf(const QComboBox& scale);
  /// Keeps its place while it is hidden.
  static QProgressBar* newProgress(const QString& name);
  /// Shows a part, 0..1, in a bar of newProgress().
  static void showPart(QProgressBar& progress, double part);

  /// The number of runs and the start button in a row, over the progress.
  static QWidget* runLine(QWidget* runs, QPushButton* go, QProgressBar* progress);

  /// A row of buttons that copy and export the chart and the figures.
  QWidget* newExports();
  /// Adds a button that is enabled while there are figures.
  QPushButton* addButton(QLayout& row, const QString& text, const QString& name,
                         const std::function<void()>& clicked);
  /// Enabled while there is a chart.
  void addCopy(QLayout& row);
  /// Adds a button that asks for a file and writes it. The first filter is preselected.
  QPushButton* addSave(QLayout& row, const QString& text, const QString& name, const QString& title,
                       const QStringList& filters);
  void addTables(QLayout& row);
  void enableButtons();
  void say(const QString& sentence, bool trouble = false);
  StatusLabel* status() const { return status_; }

 private:
  QString word_;
  StatusLabel* status_;
  std::vector<QPushButton*> needFigures_;
  std::vector<QPushButton*> needChart_;
  std::function<void(const std::string& path)> guard_;
};

}  // namespace espy::desktop
