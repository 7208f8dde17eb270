// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPushButton>
#include <QTest>
#include <atomic>
#include <memory>
#include <semaphore>
#include <thread>

#include "charts/figure_table.h"
#include "desktop/lab_data.h"
#include "espy/error.h"
#include "lab/lab_view.h"

namespace espy::desktop {

/// Fake lab: records requests and returns prepared reports. A run waits for `go` at each step.
struct Stage {
  std::atomic<int> runs = 0;
  LabRequest request;
  std::vector<LabReport> reports;
  LabReport answer = someReport();
  std::string failure;
  bool runsUntilStopped = false;  ///< runs until stopped
  std::counting_semaphore<100> go{0};
};

inline LabTools toolsOf(const std::shared_ptr<Stage>& stage) {
  LabTools tools;
  tools.experiments = {someExperiment(), someExperiment("another")};
  tools.run = [stage](const LabRequest& request, const Control& control) {
    ++stage->runs;
    stage->request = request;
    double done = 0;
    for (const LabReport& report : stage->reports) {
      if (control.progress) control.progress(done += 0.25);
      request.onProgress(report);
      stage->go.acquire();
    }
    while (stage->runsUntilStopped && !control.stopping()) std::this_thread::yield();
    if (!stage->failure.empty()) throw Error(ErrorCode::badUse, stage->failure);
    LabReport answer = stage->answer;
    answer.cancelled = control.stopping();
    return answer;
  };
  tools.csv = [](const LabReport& report) { return "strategy\n" + report.experiment.name + "\n"; };
  tools.json = [](const LabReport& report) {
    return "{\"experiment\":\"" + report.experiment.name + "\"}";
  };
  return tools;
}

inline QPushButton* buttonOf(const QWidget& view, const char* accessible) {
  for (auto* button : view.findChildren<QPushButton*>()) {
    if (button->accessibleName() == QString::fromUtf8(accessible)) return button;
  }
  return nullptr;
}

template <class Widget>
Widget* named(const QWidget& view, const char* accessible) {
  for (auto* widget : view.findChildren<Widget*>()) {
    if (widget->accessibleName() == QString::fromUtf8(accessible)) return widget;
  }
  return nullptr;
}

/// Fails unless all controls that Tab reaches have a name for screen readers.
inline void expectNamedControls(const QWidget& view) {
  for (auto* widget : view.findChildren<QWidget*>()) {
    const bool inner = widget->objectName().startsWith(QStringLiteral("qt_"));
    if (!(widget->focusPolicy() & Qt::TabFocus) || inner) continue;
    if (widget->inherits("QComboBoxListView")) continue;  // part of the combo box
    if (widget->inherits("QLineEdit") && widget->parentWidget()->inherits("QSpinBox")) continue;
    QVERIFY2(!widget->accessibleName().isEmpty(), widget->metaObject()->className());
  }
}

inline LabReportPtr shared(LabReport report) {
  return std::make_shared<const LabReport>(std::move(report));
}

inline QString cell(const FigureTable& table, int row, int column) {
  return table.model()->index(row, column).data().toString();
}

}  // namespace espy::desktop
