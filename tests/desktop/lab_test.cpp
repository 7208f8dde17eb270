// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

#include "charts/line_chart.h"
#include "desktop/lab_stage.h"
#include "desktop/window_tests.h"
#include "lab/lab_form.h"

namespace espy::desktop {

class LabTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    stage_ = std::make_shared<Stage>();
    view_ = std::make_unique<LabView>(toolsOf(stage_));
    view_->show();
  }
  void cleanup() {
    stage_->go.release(50);
    view_.reset();
  }

  void formIsMadeOfTheExperiment() {
    auto* length = view_->findChild<QSpinBox*>(QStringLiteral("length"));
    QCOMPARE(length->value(), 1000);
    QCOMPARE(length->minimum(), 10);
    QCOMPARE(length->maximum(), 1000000);
    auto* kind = view_->findChild<QComboBox*>(QStringLiteral("kind"));
    QCOMPARE(kind->count(), 2);
    QCOMPARE(kind->currentText(), QStringLiteral("whole"));
    auto* sweep = named<QComboBox>(*view_, "Parameter that is swept");
    QCOMPARE(sweep->count(), 4);  // none, and those with a sweep
    QCOMPARE(sweep->findText(QStringLiteral("seed")), -1);
    QVERIFY(
        named<QLabel>(*view_, "About the experiment")->text().startsWith(QStringLiteral("Adds")));
  }

  void settingsReachTheRunAsText() {
    view_->findChild<QSpinBox*>(QStringLiteral("length"))->setValue(1234);
    view_->findChild<QComboBox*>(QStringLiteral("kind"))->setCurrentIndex(1);
    auto* sweep = named<QComboBox>(*view_, "Parameter that is swept");
    sweep->setCurrentIndex(sweep->findText(QStringLiteral("threads")));
    auto* values = named<QLineEdit>(*view_, "Values of the sweep");
    QCOMPARE(values->text(), QStringLiteral("1, 2, 4"));
    QVERIFY(!view_->findChild<QSpinBox*>(QStringLiteral("threads"))->isEnabled());
    values->setText(QStringLiteral("1 3;  8"));
    named<QSpinBox>(*view_, "Runs of each strategy after the first")->setValue(3);
    QSignalSpy ended(view_.get(), &LabView::ended);
    QTest::mouseClick(buttonOf(*view_, "Run the experiment"), Qt::LeftButton);
    QVERIFY(ended.wait());
    QCOMPARE(stage_->request.experiment, std::string("made-up"));
    QCOMPARE(stage_->request.runs, 3);
    const std::vector<std::pair<std::string, std::string>> expected{
        {"length", "1234"}, {"threads", "1,3,8"}, {"kind", "float"}, {"seed", "7"}};
    QVERIFY(stage_->request.settings == expected);
  }

  void sweepsThatCannotBeAreRefused() {
    const LabExperiment experiment = someExperiment();
    const LabParameter& length = experiment.parameters[0];
    const LabParameter& kind = experiment.parameters[2];
    QCOMPARE(sweepTrouble(length, QStringLiteral("10,20")), QString());
    QVERIFY(sweepTrouble(length, QStringLiteral("10, many")).contains(QStringLiteral("many")));
    QVERIFY(sweepTrouble(length, QStringLiteral("10, 9")).contains(QStringLiteral("9")));
    QVERIFY(!sweepTrouble(length, QStringLiteral("10")).isEmpty());
    QVERIFY(!sweepTrouble(length, QString()).isEmpty());
    QCOMPARE(sweepTrouble(kind, QStringLiteral("whole,float")), QString());
    QVERIFY(sweepTrouble(kind, QStringLiteral("whole,half")).contains(QStringLiteral("half")));

    auto* sweep = named<QComboBox>(*view_, "Parameter that is swept");
    sweep->setCurrentIndex(1);
    QVERIFY(buttonOf(*view_, "Run the experiment")->isEnabled());
    named<QLineEdit>(*view_, "Values of the sweep")->setText(QStringLiteral("5"));
    QVERIFY(!buttonOf(*view_, "Run the experiment")->isEnabled());
    QVERIFY(named<QLabel>(*view_, "Error in the sweep")->isVisible());
    view_->start();
    QCOMPARE(stage_->runs, 0);
    sweep->setCurrentIndex(0);
    QVERIFY(buttonOf(*view_, "Run the experiment")->isEnabled());
  }

  void tableFillsWhileItRuns() {
    LabReport first = someReport("length");
    LabReport second = first;
    stage_->answer = first;
    first.points.resize(1);
    first.points[0].rows[1] = LabRow();  // not run yet
    first.points[0].rows[1].strategy = "openmp-lock";
    first.conclusions.clear();
    second.points.resize(2);
    stage_->reports = {first, second};
    QSignalSpy ended(view_.get(), &LabView::ended);
    view_->start();
    const FigureTable& table = *view_->findChild<FigureTable*>();
    const int published = 1;
    QTRY_COMPARE(table.model()->rowCount(), 4 + published);
    QVERIFY(view_->running());
    QVERIFY(!view_->form().isEnabled());
    QCOMPARE(cell(table, 0, LabTable::valueColumn), QStringLiteral("500"));
    QCOMPARE(cell(table, 0, LabTable::strategyColumn), QStringLiteral("sequential"));
    QCOMPARE(cell(table, 1, LabTable::medianColumn), QStringLiteral("pending"));
    QCOMPARE(view_->findChild<LineChart*>()->series()[0].points.size(), std::size_t{1});
    stage_->go.release();
    QTRY_COMPARE(table.model()->rowCount(), 8 + published);
    QTRY_COMPARE(view_->findChild<LineChart*>()->series()[0].points.size(), std::size_t{2});
    stage_->go.release();
    QVERIFY(ended.wait());
    QCOMPARE(table.model()->rowCount(), 12 + published);
    QVERIFY(!view_->running());
    QVERIFY(view_->form().isEnabled());
    QVERIFY(named<QLabel>(*view_, "Conclusions")->text().contains(QStringLiteral("tenth")));
  }

  void cancelKeepsWhatIsDone() {
    stage_->runsUntilStopped = true;
    QSignalSpy ended(view_.get(), &LabView::ended);
    view_->start();
    QTRY_COMPARE(stage_->runs, 1);
    QTest::mouseClick(buttonOf(*view_, "Cancel the experiment"), Qt::LeftButton);
    QVERIFY(ended.wait());
    QVERIFY(!view_->running());
    QVERIFY(named<QLabel>(*view_, "Status")->text().startsWith(QStringLiteral("Cancelled")));
    QVERIFY(view_->findChild<FigureTable*>()->model()->rowCount() > 0);
  }

  void closingCancels() {
    stage_->runsUntilStopped = true;
    QSignalSpy ended(view_.get(), &LabView::ended);
    view_->start();
    view_->close();
    QVERIFY(!ended.isEmpty() || ended.wait());
    view_->start();  // hiding the view cancels a run
    QVERIFY(view_->running());
  }

  void failuresAreReported() {
    stage_->reports = {someReport()};
    stage_->failure = "length: a query of 9 does not fit into 8 samples";
    stage_->go.release();
    QSignalSpy ended(view_.get(), &LabView::ended);
    view_->start();
    QVERIFY(ended.wait());
    auto* status = named<QLabel>(*view_, "Status");
    QVERIFY(status->isVisible() && status->text().contains(QStringLiteral("does not fit")));
    QVERIFY(view_->report() != nullptr);
    stage_->failure.clear();
    stage_->reports.clear();
    view_->start();
    QVERIFY(ended.wait());
    QVERIFY(!status->isVisible());
  }

  void choicesAreRemembered() {
    const QTemporaryDir folder;
    view_->findChild<QSpinBox*>(QStringLiteral("length"))->setValue(4321);
    view_->chooseExperiment(QStringLiteral("another"));
    view_->findChild<QComboBox*>(QStringLiteral("kind"))->setCurrentIndex(1);
    auto* sweep = named<QComboBox>(*view_, "Parameter that is swept");
    sweep->setCurrentIndex(sweep->findText(QStringLiteral("length")));
    named<QLineEdit>(*view_, "Values of the sweep")->setText(QStringLiteral("10, 30"));
    named<QComboBox>(*view_, "What the lines show")->setCurrentIndex(2);
    named<QComboBox>(*view_, "Axis of the parameter")->setCurrentIndex(1);
    named<QSpinBox>(*view_, "Runs of each strategy after the first")->setValue(5);
    const LabChoice choice = view_->choice();
    const QString path = folder.filePath(QStringLiteral("a.ini"));
    {
      QSettings settings(path, QSettings::IniFormat);
      remember(choice, settings);
    }
    QSettings settings(path, QSettings::IniFormat);
    const LabChoice read = recalledChoice(settings);
    QVERIFY(read == choice);

    LabView other(toolsOf(stage_));
    other.setChoice(read);
    QVERIFY(other.choice() == choice);
    QCOMPARE(named<QLineEdit>(other, "Values of the sweep")->text(), QStringLiteral("10, 30"));
    other.chooseExperiment(QStringLiteral("made-up"));
    QCOMPARE(other.findChild<QSpinBox*>(QStringLiteral("length"))->value(), 4321);
  }

  void nonsenseIsNotRemembered() {
    LabChoice nonsense;
    nonsense.experiment = QStringLiteral("gone");
    nonsense.runs = -4;
    nonsense.figure = 99;
    nonsense.settings[QStringLiteral("made-up")] = {
        {{QStringLiteral("length"), QStringLiteral("5")},
         {QStringLiteral("kind"), QStringLiteral("complex")}},
        QStringLiteral("seed"),
        QStringLiteral("1,2")};
    view_->setChoice(nonsense);
    QCOMPARE(view_->choice().experiment, QStringLiteral("made-up"));
    QCOMPARE(view_->findChild<QSpinBox*>(QStringLiteral("length"))->value(), 1000);
    QCOMPARE(view_->findChild<QComboBox*>(QStringLiteral("kind"))->currentIndex(), 0);
    QCOMPARE(named<QComboBox>(*view_, "Parameter that is swept")->currentIndex(), 0);
    QVERIFY(view_->choice().runs >= 1);
  }

  void controlsHaveNames() {
    view_->setReport(shared(someReport("length")));
    expectNamedControls(*view_);
  }

 private:
  std::shared_ptr<Stage> stage_;
  std::unique_ptr<LabView> view_;
};

ESPY_WINDOW_TEST(lab, LabTest);

}  // namespace espy::desktop
#include "lab_test.moc"
