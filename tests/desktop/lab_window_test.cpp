// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <QSettings>
#include <QSpinBox>
#include <QTabWidget>
#include <QTest>

#include "desktop/window_tests.h"
#include "espy/engine/all.h"
#include "lab/lab_form.h"
#include "lab/lab_view.h"
#include "lab/paper_view.h"
#include "window/main_window.h"
#include "window/tool_windows.h"

namespace espy::desktop {
namespace {

/// The lab in the window with the real experiments.
class LabWindowTest : public QObject {
  Q_OBJECT

 private slots:
  void init() { QSettings().clear(); }

  void theActionOpensIt() {
    MainWindow window(registry_);
    window.show();
    window.actions().at(ActionId::lab)->trigger();
    LabView& lab = window.lab();
    QVERIFY(lab.isVisible() && lab.window() != &window);
    lab.window()->close();
    QVERIFY(!lab.isVisible() && window.isVisible());
    window.actions().at(ActionId::lab)->trigger();
    QVERIFY(lab.isVisible());
    QCOMPARE(&window.lab(), &lab);
  }

  void papersAreBesideTheExperiments() {
    MainWindow window(registry_);
    window.show();
    window.actions().at(ActionId::lab)->trigger();
    LabView& lab = window.lab();
    PaperView& papers = window.tools().papers();
    auto* tabs = lab.window()->findChild<QTabWidget*>();
    QCOMPARE(tabs->count(), 2);
    QVERIFY(lab.isVisible() && !papers.isVisible());
    tabs->setCurrentIndex(1);
    QVERIFY(papers.isVisible());
    // One measurement at a time.
    emit papers.runningChanged(true);
    QVERIFY(!tabs->isTabEnabled(0));
    emit papers.runningChanged(false);
    QVERIFY(tabs->isTabEnabled(0));
    emit lab.runningChanged(true);
    QVERIFY(!tabs->isTabEnabled(1));
    emit lab.runningChanged(false);
    QVERIFY(tabs->isTabEnabled(1));

    const PaperChoice choice{QStringLiteral("texture"), QStringLiteral("figure-4")};
    papers.setChoice(choice);
    QVERIFY(papers.choice() == choice);
    lab.window()->close();
    MainWindow again(registry_);
    QVERIFY(again.tools().papers().choice() == choice);
  }

  void everyExperimentHasAForm() {
    MainWindow window(registry_);
    LabView& lab = window.lab();
    QVERIFY(!lab.experiments().empty());
    for (const LabExperiment& experiment : lab.experiments()) {
      lab.chooseExperiment(QString::fromStdString(experiment.name));
      QCOMPARE(lab.choice().experiment.toStdString(), experiment.name);
      const auto request = lab.form().request();
      QCOMPARE(request.size(), experiment.parameters.size());
      for (std::size_t i = 0; i < request.size(); ++i) {
        QCOMPARE(request[i].second, experiment.parameters[i].value);
      }
      for (const LabParameter& parameter : experiment.parameters) {
        if (parameter.sweep.empty()) continue;
        LabSettings settings;
        settings.swept = QString::fromStdString(parameter.name);
        for (const std::string& value : parameter.sweep) {
          settings.sweep += QString::fromStdString(value) + QLatin1Char(' ');
        }
        lab.form().setSettings(settings);
        QVERIFY2(lab.form().trouble().isEmpty(), qPrintable(lab.form().trouble()));
      }
    }
  }

  void whatIsSetIsRemembered() {
    LabChoice choice;
    {
      MainWindow window(registry_);
      window.show();
      window.actions().at(ActionId::lab)->trigger();
      const auto numbers = window.lab().form().findChildren<QSpinBox*>();
      QVERIFY(!numbers.isEmpty());
      numbers.front()->setValue(numbers.front()->minimum());
      choice = window.lab().choice();
      window.close();
    }
    MainWindow window(registry_);
    QVERIFY(window.lab().choice() == choice);
  }

 private:
  Registry registry_ = makeRegistry();
};

}  // namespace
ESPY_WINDOW_TEST(lab_window, LabWindowTest);

}  // namespace espy::desktop
#include "lab_window_test.moc"
