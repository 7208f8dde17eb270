// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// A batch's list, its states and its table.
#include <QComboBox>
#include <QDropEvent>
#include <QFileInfo>
#include <QHeaderView>
#include <QLineEdit>
#include <QMimeData>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QtTest>
#include <atomic>
#include <semaphore>

#include "desktop/batch_stage.h"
#include "desktop/window_tests.h"
#include "widgets/contrast.h"

namespace espy::desktop {
namespace {

/// A runner that waits for the test at every step.
class SteppedRunner : public BatchRunner {
 public:
  explicit SteppedRunner(std::counting_semaphore<>& steps) : steps_(steps) {}

  static inline std::atomic<bool> isBad = true;  ///< a file with this word is no picture

  std::vector<BatchItem> plan(const BatchJob& job) override {
    if (job.naming == "refuse") throw Error(ErrorCode::badUse, "x.png: this cannot be done");
    std::vector<BatchItem> items;
    for (const std::string& image : job.images) {
      BatchItem& item = items.emplace_back();
      item.image = image;
      item.output = image + ".out";
    }
    return items;
  }

  void run(const BatchJob& /*job*/, std::vector<BatchItem>& items,
           const std::function<void(std::size_t)>& changed, const Control& control) override {
    for (std::size_t i = 0; i < items.size(); ++i) {
      BatchItem& item = items[i];
      if (item.state != BatchState::queued) continue;
      const auto become = [&](BatchState state) {
        item.state = state;
        changed(i);
      };
      if (control.stopping()) {
        become(BatchState::cancelled);
        continue;
      }
      become(BatchState::running);
      steps_.acquire();
      item.milliseconds = 1.5;
      if (control.stopping()) {
        become(BatchState::cancelled);
      } else if (isBad && item.image.find("bad") != std::string::npos) {
        item.reason = item.image + ": is no picture";
        become(BatchState::failed);
      } else {
        item.matches.resize(i + 1);
        item.found = i + 1;
        become(BatchState::done);
      }
      control.progress(static_cast<double>(i + 1) / static_cast<double>(items.size()));
    }
  }

 private:
  std::counting_semaphore<>& steps_;
};

NeedleItem anyNeedle() {
  NeedleItem needle;
  needle.name = QStringLiteral("hat");
  needle.picture =
      std::make_shared<Picture>(Picture{Image({4, 4}, {1, Depth::u8}), {}, needle.name, {}});
  return needle;
}

/// The line below the buttons.
QString obstacle(const BatchView& view) {
  for (const QLabel* each : view.findChildren<QLabel*>()) {
    if (each->accessibleName() == QStringLiteral("Why the batch cannot start")) {
      return each->isHidden() ? QString() : each->text();
    }
  }
  return QStringLiteral("no line");
}

void drop(BatchView& view, const QStringList& files) {
  QMimeData data;
  QList<QUrl> urls;
  for (const QString& file : files) urls.append(QUrl::fromLocalFile(file));
  data.setUrls(urls);
  const QPoint at = view.rect().center();
  QDragEnterEvent enter(at, Qt::MoveAction | Qt::CopyAction, &data, Qt::LeftButton, {});
  QCoreApplication::sendEvent(&view, &enter);
  QVERIFY(enter.isAccepted());
  QCOMPARE(enter.dropAction(), Qt::CopyAction);
  QDropEvent dropped(at, Qt::MoveAction | Qt::CopyAction, &data, Qt::LeftButton, {});
  QCoreApplication::sendEvent(&view, &dropped);
  QVERIFY(dropped.isAccepted());
  QCOMPARE(dropped.dropAction(), Qt::CopyAction);
}

}  // namespace

class BatchTest : public BatchStage {
  Q_OBJECT

 private slots:
  void narrowRowsShowTheNamesOfFiles() {
    const QString folder = QStringLiteral("/a-long/way-to/all-of/these/pictures/");
    BatchView view(registry_);
    setImages(view, {folder + QStringLiteral("first-picture.png"), folder + QStringLiteral("b.png"),
                     folder + QStringLiteral("other-picture.png")});
    auto* table = view.findChild<BatchTable*>();
    table->horizontalHeader()->setSectionResizeMode(BatchQueue::kImage, QHeaderView::Fixed);
    table->setColumnWidth(BatchQueue::kImage,
                          24 * table->fontMetrics().horizontalAdvance(QLatin1Char('e')));
    const auto rowOf = [&](int row) {  // rows 0 and 2 have the same background
      const QModelIndex index = table->model()->index(row, BatchQueue::kImage);
      return table->viewport()->grab(table->visualRect(index)).toImage();
    };
    QVERIFY(rowOf(0) != rowOf(2));
  }

  void listsImages() {
    BatchView view(registry_);
    for (const char* name : {"p10.png", "p9.png", "p9.txt", "deep/p1.ppm"}) {
      touch(QString::fromLatin1(name));
    }
    drop(view, {folder_->path(), at("p9.txt")});  // any extension
    QTRY_COMPARE(view.queue().size(), 3);
    QCOMPARE(view.queue().files(), (QStringList{at("p9.png"), at("p10.png"), at("p9.txt")}));
    drop(view, {at("p9.png")});  // a duplicate
    view.findChild<QCheckBox*>()->setChecked(true);
    view.addImages({folder_->path()});
    QTRY_COMPARE(view.queue().size(), 4);
    QCOMPARE(view.queue().image(3), at("deep/p1.ppm"));
    QCOMPARE(view.form().folder(), folder_->path() + QStringLiteral("/marked"));

    auto* table = view.findChild<BatchTable*>();
    table->selectRow(1);
    QTest::keyClick(table, Qt::Key_Delete);
    QCOMPARE(view.queue().files(), (QStringList{at("p9.png"), at("p9.txt"), at("deep/p1.ppm")}));
    view.setImages({at("p10.png")});
    view.setImages({at("p9.png")});
    QTRY_COMPARE(view.queue().files(), QStringList{at("p9.png")});

    QTemporaryDir empty;
    view.addImages({empty.path()});
    QTRY_VERIFY(!view.message().isEmpty());
  }

  void dropsOfNoFilesAreNotTaken() {
    BatchView view(registry_);
    QMimeData data;
    data.setUrls({QUrl(QStringLiteral("https://example.org/a.png"))});
    QDragEnterEvent enter(QPoint(5, 5), Qt::CopyAction, &data, Qt::LeftButton, {});
    enter.ignore();
    QCoreApplication::sendEvent(&view, &enter);
    QVERIFY(!enter.isAccepted());
  }

  void goesThroughAllStates() {
    std::counting_semaphore<> steps(0);
    BatchView view(std::make_unique<SteppedRunner>(steps));
    const auto letGo = qScopeGuard([&] { steps.release(9); });
    const QSignalSpy ended(&view, &BatchView::ended);
    const QSignalSpy opened(&view, &BatchView::openWanted);
    const QPushButton& start = *button(view, QStringLiteral("Start"));
    QVERIFY(!start.isEnabled());
    QVERIFY(start.toolTip().startsWith(QStringLiteral("Add pictures")));
    QCOMPARE(obstacle(view), start.toolTip());
    setImages(view, {at("a.png"), at("bad.png"), at("c.png"), at("d.png")});
    QVERIFY(!start.isEnabled());
    QVERIFY(start.toolTip().startsWith(QStringLiteral("There is no needle")));
    QCOMPARE(obstacle(view), start.toolTip());
    view.setNeedles({anyNeedle()});
    QCOMPARE(obstacle(view), QString());
    QVERIFY(button(view, QStringLiteral("Start"))->isEnabled());
    QVERIFY(!button(view, QStringLiteral("Cancel"))->isEnabled());
    QCOMPARE(stateOf(view, 0), QStringLiteral("queued"));
    button(view, QStringLiteral("Start"))->click();
    QVERIFY(view.running());
    QVERIFY(!button(view, QStringLiteral("Start"))->isEnabled());
    QVERIFY(button(view, QStringLiteral("Cancel"))->isEnabled());
    QVERIFY(!button(view, QStringLiteral("Add files"))->isEnabled());
    QVERIFY(!view.form().isEnabled());
    QTRY_COMPARE(stateOf(view, 0), QStringLiteral("running"));
    QCOMPARE(stateOf(view, 1), QStringLiteral("queued"));
    view.start();                   // does nothing while running
    view.setImages({at("x.png")});  // nor does this
    QCOMPARE(view.queue().size(), 4);
    steps.release();
    QTRY_COMPARE(stateOf(view, 0), QStringLiteral("done"));
    QCOMPARE(view.queue().fate(0).matches, std::size_t{1});
    QCOMPARE(view.queue().fate(0).milliseconds, 1.5);
    QTRY_COMPARE(view.findChild<QProgressBar*>()->value(), 250);
    steps.release();
    QTRY_COMPARE(stateOf(view, 1), QStringLiteral("failed: is no picture"));
    QTRY_COMPARE(stateOf(view, 2), QStringLiteral("running"));
    button(view, QStringLiteral("Cancel"))->click();
    QVERIFY(!button(view, QStringLiteral("Cancel"))->isEnabled());
    steps.release();
    QTRY_COMPARE(ended.count(), 1);
    QCOMPARE(stateOf(view, 2), QStringLiteral("cancelled"));
    QCOMPARE(stateOf(view, 3), QStringLiteral("cancelled"));
    QVERIFY(!view.running());
    QVERIFY(button(view, QStringLiteral("Start"))->isEnabled());
    QVERIFY2(view.message().startsWith(QStringLiteral("1 done, 1 failed, 2 cancelled; matches: 1")),
             qPrintable(view.message()));

    // Finished images open, others do not.
    auto* table = view.findChild<BatchTable*>();
    emit table->doubleClicked(table->model()->index(0, 1));
    QCOMPARE(opened.count(), 1);
    QCOMPARE(opened[0][0].toString(), at("a.png"));
    QCOMPARE(opened[0][1].toString(), at("a.png.out"));
    table->setCurrentIndex(table->model()->index(1, 0));
    QTest::keyClick(table, Qt::Key_Return);
    QCOMPARE(opened.count(), 1);
    table->setCurrentIndex(table->model()->index(0, 0));
    QTest::keyClick(table, Qt::Key_Return);
    QCOMPARE(opened.count(), 2);

    // A second run.
    view.start();
    steps.release(4);
    QTRY_COMPARE(ended.count(), 2);
    QCOMPARE(view.queue().count(BatchState::done), 3);
    QCOMPARE(view.findChild<QProgressBar*>()->value(), 1000);
  }

  void endsWithItsView() {
    std::counting_semaphore<> steps(1);
    auto view = std::make_unique<BatchView>(std::make_unique<SteppedRunner>(steps));
    setImages(*view, {at("a.png"), at("b.png"), at("c.png")});
    const QSignalSpy ended(view.get(), &BatchView::ended);
    view->start();
    QTRY_COMPARE(stateOf(*view, 1), QStringLiteral("running"));
    steps.release(9);
    view.reset();  // joins the thread
    QCoreApplication::processEvents();
    QCOMPARE(ended.count(), 0);
  }

  void refusalsAreReportedInTheView() {
    std::counting_semaphore<> steps(0);
    BatchView view(std::make_unique<SteppedRunner>(steps));
    const QSignalSpy ended(&view, &BatchView::ended);
    setImages(view, {at("a.png")});
    view.setNeedles({anyNeedle()});
    view.form().setNaming(QStringLiteral("refuse"));
    view.start();
    QTRY_COMPARE(ended.count(), 1);
    QCOMPARE(view.message(), QStringLiteral("x.png: this cannot be done"));
    QCOMPARE(stateOf(view, 0), QStringLiteral("queued"));
    QVERIFY(button(view, QStringLiteral("Start"))->isEnabled());
    view.form().setFolder({});
    view.form().setSummary(QStringLiteral("all.csv"));
    view.start();
    QVERIFY(!view.running());
    QVERIFY(view.message().startsWith(QStringLiteral("all.csv: ")));
    view.form().setSummary(QStringLiteral("/somewhere/all.csv"));
    QCOMPARE(view.form().summaryPath(), QStringLiteral("/somewhere/all.csv"));
  }

  void aRefusedStartLeavesWhatIsKnown() {
    std::counting_semaphore<> steps(9);
    BatchView view(std::make_unique<SteppedRunner>(steps));
    const QSignalSpy ended(&view, &BatchView::ended);
    setImages(view, {at("a.png"), at("bad.png")});
    view.start();
    QTRY_COMPARE(ended.count(), 1);
    QVERIFY(!view.inTrouble());
    view.form().setNaming(QStringLiteral("refuse"));
    view.start();
    QTRY_COMPARE(ended.count(), 2);
    QVERIFY(view.inTrouble());
    QCOMPARE(stateOf(view, 0), QStringLiteral("done"));
    QCOMPARE(stateOf(view, 1), QStringLiteral("failed: is no picture"));
    QCOMPARE(view.queue().fate(0).matches, std::size_t{1});
  }

  void theTableIsSortedAndFiltered() {
    std::counting_semaphore<> steps(9);
    BatchView view(std::make_unique<SteppedRunner>(steps));
    view.show();
    const QSignalSpy ended(&view, &BatchView::ended);
    const QSignalSpy opened(&view, &BatchView::openWanted);
    setImages(view, {at("p10.png"), at("bad.png"), at("p9.png")});
    view.start();
    QTRY_COMPARE(ended.count(), 1);
    auto* table = view.findChild<BatchTable*>();
    const auto listed = [&] {
      QStringList names;
      for (int row = 0; row < table->model()->rowCount(); ++row) {
        names.append(
            QFileInfo(table->model()->index(row, BatchQueue::kImage).data().toString()).fileName());
      }
      return names.join(QLatin1Char(' '));
    };
    QCOMPARE(listed(), QStringLiteral("p10.png bad.png p9.png"));
    const auto clickHeading = [&](int column) {
      QHeaderView* header = table->horizontalHeader();
      const QPoint middle(header->sectionViewportPosition(column) + header->sectionSize(column) / 2,
                          header->height() / 2);
      QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, middle);
    };
    clickHeading(BatchQueue::kImage);
    QCOMPARE(listed(), QStringLiteral("bad.png p9.png p10.png"));
    clickHeading(BatchQueue::kMatches);
    clickHeading(BatchQueue::kMatches);
    QCOMPARE(listed(), QStringLiteral("p9.png p10.png bad.png"));
    // Row actions apply to the row's image, independent of the sorting.
    table->setCurrentIndex(table->model()->index(0, 0));
    QTest::keyClick(table, Qt::Key_Return);
    QCOMPARE(opened.last()[0].toString(), at("p9.png"));

    auto* text = view.findChild<QLineEdit*>();
    QCOMPARE(text->accessibleName(), QStringLiteral("Filter pictures"));
    QTest::keyClicks(text, QStringLiteral("NO PICTURE"));
    QCOMPARE(listed(), QStringLiteral("bad.png"));
    text->clear();
    auto* state = view.findChild<QComboBox*>();
    state->setCurrentIndex(state->findText(QStringLiteral("done")));
    QCOMPARE(listed(), QStringLiteral("p9.png p10.png"));
    table->selectRow(0);
    QTest::keyClick(table, Qt::Key_Delete);
    QCOMPARE(view.queue().files(), (QStringList{at("p10.png"), at("bad.png")}));
    state->setCurrentIndex(0);
    QCOMPARE(listed(), QStringLiteral("p10.png bad.png"));
  }

  void whatFailedIsSeenAndTriedAgain() {
    std::counting_semaphore<> steps(9);
    BatchView view(std::make_unique<SteppedRunner>(steps));
    const QSignalSpy ended(&view, &BatchView::ended);
    setImages(view, {at("a.png"), at("bad.png")});
    view.setNeedles({anyNeedle()});
    QVERIFY(button(view, QStringLiteral("Retry"))->isHidden());
    view.start();
    QTRY_COMPARE(ended.count(), 1);
    const auto ink = [&](int row) {
      return view.queue().data(view.queue().index(row, BatchQueue::kState), Qt::ForegroundRole);
    };
    QVERIFY(!ink(0).isValid());
    const QColor ground = QGuiApplication::palette().color(QPalette::Base);
    QVERIFY(contrast(ink(1).value<QBrush>().color(), ground) >= kReadable);
    QVERIFY(!button(view, QStringLiteral("Retry"))->isHidden());
    SteppedRunner::isBad = false;
    const auto bad = qScopeGuard([] { SteppedRunner::isBad = true; });
    button(view, QStringLiteral("Retry"))->click();
    QTRY_COMPARE(ended.count(), 2);
    QCOMPARE(stateOf(view, 1), QStringLiteral("done"));
    QCOMPARE(view.queue().fate(0).matches, std::size_t{1});
    QVERIFY(button(view, QStringLiteral("Retry"))->isHidden());
    // Another list is not that of the last run.
    SteppedRunner::isBad = true;
    view.start();
    QTRY_COMPARE(ended.count(), 3);
    QVERIFY(!button(view, QStringLiteral("Retry"))->isHidden());
    view.addImages({at("c.png")});
    QTRY_COMPARE(view.queue().size(), 3);
    QVERIFY(button(view, QStringLiteral("Retry"))->isHidden());
  }

  void everyControlHasAName() {
    BatchView view(registry_);
    for (const QWidget* widget : view.findChildren<QWidget*>()) {
      const bool field = qobject_cast<const QPushButton*>(widget) != nullptr ||
                         qobject_cast<const QLineEdit*>(widget) != nullptr ||
                         qobject_cast<const QProgressBar*>(widget) != nullptr;
      if (field) QVERIFY(!widget->accessibleName().isEmpty());
    }
  }
};

ESPY_WINDOW_TEST(batch, BatchTest);

}  // namespace espy::desktop
#include "batch_test.moc"
