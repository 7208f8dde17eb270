// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QImage>
#include <QWidget>
#include <functional>
#include <string>
#include <vector>

#include "charts/chart_axis.h"
#include "espy/engine/registry.h"
#include "timing/timing_result.h"
#include "timing/timing_runner.h"
#include "timing/timing_table.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QSpinBox;
class QTabWidget;

namespace espy::desktop {

class BarChart;
class Chart;
class FigureTable;
class LineChart;
class SaidLabel;

/// Where the time goes, engine beside engine.
class TimingView : public QWidget {
  Q_OBJECT

 public:
  explicit TimingView(const Registry& registry, QWidget* parent = nullptr);
  ~TimingView() override;

  /// What the next measurement measures. What is shown stays until then.
  void setSubject(PicturePtr scene, std::vector<NeedleItem> needles, SearchSettings settings,
                  MarkSettings marks);

  void setOptions(const TimingOptions& options);
  TimingOptions options() const;
  void setScale(ChartAxis::Scale scale);

  void start();
  void cancel() { runner_.cancel(); }
  bool running() const { return runner_.running(); }

  /// What is shown; null before the first measurement.
  const TimingResultPtr& result() const { return result_; }
  /// Shows figures that were measured elsewhere, or before.
  void setResult(TimingResultPtr result);

  QByteArray csv() const;
  QByteArray json() const;
  /// The chart in front, as a picture that can stand alone; null without figures.
  QImage picture(double ratio) const;
  void copyPicture();
  /// Writes csv, json or the picture as png or svg, by the ending of the name, and refuses any
  /// other; says what came of it in the view's status line.
  bool exportTo(const QString& path);
  /// Who throws where this file is not to be written.
  void setGuard(std::function<void(const std::string& path)> guard) { guard_ = std::move(guard); }

 signals:
  void measured(const espy::desktop::TimingResultPtr& result);
  /// Somebody wants to see these figures as a race.
  void raceWanted(const espy::desktop::TimingResultPtr& result);

 private:
  QWidget* makeControls();
  QWidget* makeEngines();
  QWidget* makeSweep();
  QWidget* makeExports();
  void connectRunner();
  void askWhere(const QString& title, const QStringList& filters);
  void say(const QString& sentence, bool trouble = false);
  void refresh();
  void showEnd(const TimingResult& result);
  const Chart& frontChart() const;

  TimingRunner runner_;
  TimingSubject subject_;
  TimingResultPtr result_;
  TimingTable engines_;
  TimingTable sweep_;

  QLabel* about_ = nullptr;
  QPushButton* go_ = nullptr;
  QSpinBox* runs_ = nullptr;
  QCheckBox* reference_ = nullptr;
  QCheckBox* withSweep_ = nullptr;
  QComboBox* scale_ = nullptr;
  QProgressBar* progress_ = nullptr;
  QTabWidget* tabs_ = nullptr;
  BarChart* bars_ = nullptr;
  LineChart* lines_ = nullptr;
  SaidLabel* status_ = nullptr;
  std::vector<QPushButton*> needFigures_;  ///< of use only when there is something to show
  std::function<void(const std::string& path)> guard_;
};

}  // namespace espy::desktop
