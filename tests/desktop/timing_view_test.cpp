// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "timing/timing_view.h"

#include <sys/resource.h>

#include <QClipboard>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QJsonDocument>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>

#include "charts/bar_chart.h"
#include "charts/figure_table.h"
#include "charts/line_chart.h"
#include "desktop/window_tests.h"
#include "espy/engine/all.h"
#include "timing_data.h"
#include "widgets/status_label.h"

namespace espy::desktop {
namespace {

TimingResultPtr someResult() {
  TimingResult result;
  result.subject.scene = smallScene();
  result.subject.needles = {smallNeedle(*result.subject.scene)};
  result.engines = someEngines();
  result.sweep = {measuredEngine("openmp", 1, {{"pass 1", 40}}),
                  measuredEngine("openmp", 2, {{"pass 1", 25}})};
  result.machine = machineFacts();
  result.date = QDateTime::currentDateTime();
  result.whole = true;
  return std::make_shared<const TimingResult>(result);
}

QPushButton* buttonOf(const QWidget& view, const char* accessible) {
  for (auto* button : view.findChildren<QPushButton*>()) {
    if (button->accessibleName() == QString::fromUtf8(accessible)) return button;
  }
  return nullptr;
}

FigureTable* tableOf(const QWidget& view) {
  for (auto* table : view.findChildren<FigureTable*>()) {
    if (table->accessibleName() == QStringLiteral("Figures of each engine")) return table;
  }
  return nullptr;
}

QString statusOf(const QWidget& view) {
  const StatusLabel* status = view.findChild<StatusLabel*>();
  return status->isHidden() ? QString() : status->sentence();
}

bool inTrouble(const QWidget& view) {
  return view.findChild<StatusLabel*>()->tone() == StatusLabel::Tone::trouble;
}

}  // namespace

class TimingViewTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    view_ = std::make_unique<TimingView>(registry_);
    view_->resize(900, 700);
    view_->show();
  }
  void cleanup() { view_.reset(); }

  void withoutSubjectNothingCanBegin() {
    QVERIFY(!buttonOf(*view_, "Measure all engines")->isEnabled());
    QVERIFY(!buttonOf(*view_, "Copy the chart as a picture")->isEnabled());
    QVERIFY(view_->csv().isEmpty());
    QVERIFY(view_->picture(1).isNull());
  }

  void measuresWhatWasRequested() {
    const PicturePtr scene = smallScene();
    view_->setSubject(scene, {smallNeedle(*scene)}, {}, {});
    view_->findChild<QSpinBox*>()->setValue(2);
    QSignalSpy measured(view_.get(), &TimingView::measured);
    QTest::mouseClick(buttonOf(*view_, "Measure all engines"), Qt::LeftButton);
    QVERIFY(view_->running());
    QVERIFY(buttonOf(*view_, "Cancel the measurement") != nullptr);
    QVERIFY(measured.wait(60000));
    QVERIFY(!view_->running());
    QVERIFY(view_->result()->whole);
    QVERIFY(buttonOf(*view_, "Measure all engines")->isEnabled());
    auto* bars = view_->findChild<BarChart*>();
    QVERIFY(bars->rows().size() >= 4);
    QCOMPARE(bars->rows()[0].label, QStringLiteral("sequential"));
    QVERIFY(bars->segmentRect(0, 0).isValid());
    QVERIFY(QJsonDocument::fromJson(view_->json())[QStringLiteral("complete")].toBool());
  }

  void cancelKeepsWhatIsDone() {
    const PicturePtr scene = smallScene();
    view_->setSubject(scene, {smallNeedle(*scene)}, {}, {});
    view_->setOptions({1000, false, false});
    QSignalSpy measured(view_.get(), &TimingView::measured);
    view_->start();
    QTRY_VERIFY(view_->result() && !view_->result()->engines.empty() &&
                view_->result()->engines[1].total.count > 1);
    view_->cancel();
    QVERIFY(!measured.isEmpty() || measured.wait(60000));
    QVERIFY(view_->result()->engines[1].total.count > 1);
    if (!view_->result()->whole) QVERIFY(statusOf(*view_).startsWith(QStringLiteral("Cancelled")));
    QVERIFY(!view_->csv().isEmpty());
  }

  void tabsShowEnginesAndThreads() {
    view_->setResult(someResult());
    auto* tabs = view_->findChild<QTabWidget*>();
    QVERIFY(view_->findChild<BarChart*>()->isVisible());
    const QImage bars = view_->picture(1);
    tabs->setCurrentIndex(1);
    QVERIFY(view_->findChild<LineChart*>()->isVisible());
    QCOMPARE(view_->findChild<LineChart*>()->series().size(), std::size_t{2});
    QVERIFY(view_->picture(1) != bars);
    QVERIFY(view_->picture(2).width() >= 2 * bars.width() - 2);
  }

  void axisCanBeSwitched() {
    view_->setResult(someResult());
    auto* bars = view_->findChild<BarChart*>();
    QCOMPARE(bars->axis().scale(), ChartAxis::Scale::linear);
    view_->setScale(ChartAxis::Scale::logarithmic);
    QCOMPARE(bars->axis().scale(), ChartAxis::Scale::logarithmic);
  }

  void pictureGoesToTheClipboard() {
    view_->setResult(someResult());
    const QSize size = view_->picture(2).size();
    QTest::mouseClick(buttonOf(*view_, "Copy the chart as a picture"), Qt::LeftButton);
    const QImage copied = QGuiApplication::clipboard()->image();
    QCOMPARE(copied.size(), size);
    QVERIFY(!statusOf(*view_).isEmpty());
  }

  void tableCopiesAsText() {
    view_->setResult(someResult());
    auto* table = tableOf(*view_);
    table->setFocus();
    table->selectRow(1);
    QTest::keySequence(table, QKeySequence::Copy);
    const QStringList lines =
        QGuiApplication::clipboard()->text().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 2);
    QVERIFY(lines[1].startsWith(
        QStringLiteral("openmp\t4\t30.0 ± 3.0\t15.0 ± 1.5\t45.0\t10\t3.33 ± 0.47")));
  }

  void refusalTakesTheRow() {
    view_->setResult(someResult());
    auto* table = tableOf(*view_);
    QCOMPARE(table->columnSpan(2, TimingTable::medianColumn),
             table->model()->columnCount() - TimingTable::medianColumn);
    QCOMPARE(table->columnSpan(0, TimingTable::medianColumn), 1);
  }

  void exportsAreWritten() {
    const QTemporaryDir folder;
    view_->setResult(someResult());
    const QSize size = view_->picture(2).size();
    for (const char* name : {"a.png", "a.csv", "a.json"}) {
      const QString path = folder.filePath(QString::fromUtf8(name));
      QVERIFY(view_->exportTo(path));
      QVERIFY(statusOf(*view_).contains(path));
      QVERIFY(QFile(path).size() > 100);
    }
    QCOMPARE(QImage(folder.filePath(QStringLiteral("a.png"))).size(), size);
    QFile json(folder.filePath(QStringLiteral("a.json")));
    QVERIFY(json.open(QIODevice::ReadOnly));
    QCOMPARE(json.readAll(), view_->json());
  }

  void aDrawingIsADrawing() {
    const QTemporaryDir folder;
    view_->setResult(someResult());
    const QString path = folder.filePath(QStringLiteral("x.SVG"));
    QVERIFY(view_->exportTo(path));
    QVERIFY(!inTrouble(*view_));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray drawing = file.readAll();
    QVERIFY(drawing.startsWith("<?xml") && drawing.contains("<svg"));
    QVERIFY(drawing.contains("sequential"));  // as text
  }

  void unknownEndingsAreRefused() {
    const QTemporaryDir folder;
    view_->setResult(someResult());
    for (const char* name : {"a.gif", "a.pdf", "a"}) {
      const QString path = folder.filePath(QString::fromLatin1(name));
      QVERIFY(!view_->exportTo(path));
      QVERIFY(inTrouble(*view_));
      QVERIFY(statusOf(*view_).startsWith(path) &&
              statusOf(*view_).contains(QLatin1String(".svg")));
      QVERIFY(!QFile::exists(path));
    }
  }

  void dialogsAreNamedAndRememberTheFolder() {
    const QTemporaryDir folder;
    view_->setResult(someResult());
    const auto ask = [&](const char* button) {
      QTest::mouseClick(buttonOf(*view_, button), Qt::LeftButton);
      return view_->findChild<QFileDialog*>();
    };
    QFileDialog* dialog = ask("Save the chart as a picture");
    QCOMPARE(dialog->windowTitle(), QStringLiteral("Save the chart"));
    QCOMPARE(dialog->nameFilters().size(), 2);
    // The extension follows the selected filter.
    dialog->selectNameFilter(dialog->nameFilters()[1]);
    emit dialog->filterSelected(dialog->nameFilters()[1]);
    QCOMPARE(QFileInfo(dialog->selectedFiles().value(0)).fileName(),
             QStringLiteral("espy-timing.svg"));
    dialog->setDirectory(folder.path());
    emit dialog->fileSelected(folder.filePath(QStringLiteral("chart.svg")));
    QVERIFY(QFile::exists(folder.filePath(QStringLiteral("chart.svg"))));
    delete dialog;
    dialog = ask("Export the figures as CSV");
    QCOMPARE(dialog->windowTitle(), QStringLiteral("Export the figures as CSV"));
    QCOMPARE(dialog->directory().canonicalPath(), QDir(folder.path()).canonicalPath());
    delete dialog;
  }

  void failuresAreReportedInTheView() {
    const QTemporaryDir folder;
    view_->setResult(someResult());
    const QString nowhere = folder.filePath(QStringLiteral("none/a.csv"));
    QVERIFY(!view_->exportTo(nowhere));
    QVERIFY(statusOf(*view_).startsWith(nowhere));
    QVERIFY(inTrouble(*view_));
    QVERIFY(!QFile::exists(nowhere));
  }

  void fullDiskLeavesTheOldFile() {
    const QTemporaryDir folder;
    view_->setResult(someResult());
    const QString path = folder.filePath(QStringLiteral("a.json"));
    QVERIFY(view_->exportTo(path));
    const QByteArray before = view_->json();

    // A file size limit simulates a full disk.
    std::signal(SIGXFSZ, SIG_IGN);
    rlimit old{};
    getrlimit(RLIMIT_FSIZE, &old);
    rlimit small = old;
    small.rlim_cur = 64;
    setrlimit(RLIMIT_FSIZE, &small);
    const bool written = view_->exportTo(path);
    setrlimit(RLIMIT_FSIZE, &old);

    QVERIFY(!written);
    QVERIFY(statusOf(*view_).startsWith(path));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), before);
  }

  void controlsHaveNames() {
    view_->setResult(someResult());
    for (auto* widget : view_->findChildren<QWidget*>()) {
      const auto policy = widget->focusPolicy();
      const bool inner = widget->objectName().startsWith(QStringLiteral("qt_"));
      if (!(policy & Qt::TabFocus) || inner || !widget->isEnabledTo(view_.get())) continue;
      // Part of the tab widget.
      if (widget->inherits("QTabBar") || widget->inherits("QLineEdit")) continue;
      QVERIFY2(!widget->accessibleName().isEmpty(), widget->metaObject()->className());
    }
  }

  void figuresCanBeRaced() {
    QSignalSpy wanted(view_.get(), &TimingView::raceWanted);
    view_->setResult(someResult());
    QTest::mouseClick(buttonOf(*view_, "Watch the engines race in slow motion"), Qt::LeftButton);
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(wanted[0][0].value<TimingResultPtr>(), view_->result());
  }

 private:
  Registry registry_ = makeRegistry();
  std::unique_ptr<TimingView> view_;
};

ESPY_WINDOW_TEST(timing_view, TimingViewTest);

}  // namespace espy::desktop
#include "timing_view_test.moc"
