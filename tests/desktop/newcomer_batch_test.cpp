// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// A batch in the whole window: what it takes to start one, what is searched, and back to a picture.
#include <QAbstractButton>
#include <QDropEvent>
#include <QMimeData>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "batch/batch_view.h"
#include "canvas/canvas.h"
#include "desktop/pose_stage.h"
#include "desktop/window_tests.h"
#include "results/results_view.h"
#include "window/views.h"

namespace espy::desktop {
namespace {

/// Counts the mouse presses that reach a window, and the drops onto it.
class Gestures : public QObject {
 public:
  explicit Gestures(QObject& window) : window_(window) { qApp->installEventFilter(this); }

  int count = 0;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override {
    const bool press = watched->isWindowType() && (event->type() == QEvent::MouseButtonPress ||
                                                   event->type() == QEvent::MouseButtonDblClick);
    const bool drop = watched == &window_ && event->type() == QEvent::Drop;
    if (press || drop) ++count;
    return false;
  }

 private:
  QObject& window_;
};

}  // namespace

class NewcomerBatchTest : public PoseStage {
  Q_OBJECT

 private slots:
  void fromADropToResults_data() {
    QTest::addColumn<bool>("folder");
    QTest::newRow("folder") << true;
    QTest::newRow("files") << false;
  }

  void fromADropToResults() {
    QFETCH(const bool, folder);
    cutSimilar();
    const QStringList files = writePictures(30);
    const PicturePtr scene = bench().scene();
    Gestures gestures(*window_);
    drop(folder ? QStringList{folder_->path()} : files);
    QTRY_COMPARE_WITH_TIMEOUT(batch().queue().size(), 30, kPatience);
    QVERIFY(batch().isVisible());
    press(*named(batch(), "Start"));
    QTRY_COMPARE_WITH_TIMEOUT(batch().queue().count(BatchState::done), 30, kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(!batch().running(), kPatience);
    QCOMPARE(gestures.count, 2);
    QVERIFY(QApplication::activeModalWidget() == nullptr);
    for (int i = 0; i < 30; ++i) QCOMPARE(batch().queue().fate(i).matches, std::size_t{2});
    QVERIFY(!batch().inTrouble());
    QVERIFY(batch().message().contains(QStringLiteral("30 done")));
    QVERIFY(bench().scene() == scene);  // the needle's own
    // The third shows them.
    press(*named(batch(), "Sheet"));
    QCOMPARE(batch().sheet().model()->rowCount(), 61);
    QCOMPARE(gestures.count, 3);
  }

  void whatIsShownIsSearched() {
    cutSimilar();
    drop(writePictures(2));
    QTRY_COMPARE_WITH_TIMEOUT(batch().queue().size(), 2, kPatience);
    const auto isShown = [this] {
      const BatchJob job = batch().form().job();
      const SearchSettings& now = bench().settings();
      return now.automatic && job.method == now.method && job.minScore == now.minScore &&
             job.pose == now.pose;
    };
    QCOMPARE(kindOf(bench().settings()), VariantKind::similar);
    QVERIFY(isShown());
    bench().showVariant(VariantKind::identical);
    QCOMPARE(batch().form().job().method, Method::exact);
    QVERIFY(isShown());
    bench().showVariant(VariantKind::similar);
    bench().setMinimum(0.99);
    QVERIFY(isShown());
    start();
    QCOMPARE(batch().queue().fate(0).matches, std::size_t{1});  // the original
    // Also settings that no search follows.
    SearchSettings other = bench().settings();
    other.minScore = 0.995;
    bench().recallSettings(other);
    QVERIFY(isShown());
  }

  void aMatchOfTheSheetIsOpened_data() {
    QTest::addColumn<bool>("automatic");
    QTest::newRow("automatic") << true;
    QTest::newRow("chosen") << false;
  }

  void aMatchOfTheSheetIsOpened() {
    QFETCH(const bool, automatic);
    cutSimilar();
    if (!automatic) {
      SearchSettings settings = bench().settings();
      settings.automatic = false;
      bench().setSettings(settings);
      awaitSearch();
    }
    const QStringList files = writePictures(3);
    drop(files);
    QTRY_COMPARE_WITH_TIMEOUT(batch().queue().size(), 3, kPatience);
    start();
    press(*named(batch(), "Sheet"));
    ContactSheet& sheet = batch().sheet();
    QCOMPARE(sheet.model()->rowCount(), 7);
    const QModelIndex cell = sheet.model()->index(6, 0);  // the last picture's copy
    sheet.setCurrentIndex(cell);
    const QRect wanted = windowOf(batch().found().match(5));
    QTest::keyClick(&sheet, Qt::Key_Return);
    QCOMPARE(window_->views().shown(), ActionId::picture);
    QTRY_VERIFY_WITH_TIMEOUT(bench().scene()->path == files[2], kPatience);
    const auto isSelected = [&] {
      const std::vector<std::uint32_t>& selected = window_->results().selected();
      return selected.size() == 1 && windowOf(bench().matches().match(selected[0])) == wanted;
    };
    QTRY_VERIFY_WITH_TIMEOUT(isSelected() && !bench().explorer().running(), 2 * kPatience);
    QTest::qWait(50);
    QVERIFY(isSelected());
    // Again, of the picture that is open.
    window_->views().show(ActionId::batch);
    window_->results().selectNothing();
    QTest::keyClick(&sheet, Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(isSelected(), kPatience);
  }

  void badPicturesOfTheCommandLineAreAllNamed() {
    QStringList bad;
    for (const char* name : {"one.png", "two.png", "three.png"}) {
      bad += at(QLatin1String(name));
      QFile file(bad.back());
      QVERIFY(file.open(QIODevice::WriteOnly) && file.write("no picture") > 0);
    }
    window_->opener().openFromCommandLine(bad, {});
    QTRY_COMPARE_WITH_TIMEOUT(batch().queue().size(), 3, kPatience);
    for (const QString& file : bad) {
      QTRY_VERIFY_WITH_TIMEOUT(batch().message().contains(file), kPatience);
    }
    QVERIFY(batch().inTrouble() && batch().isVisible());
  }

 private:
  BatchView& batch() { return window_->batch(); }

  /// In automatic mode: a cut with a similar one in its picture.
  void cutSimilar() {
    folder_ = std::make_unique<QTemporaryDir>();
    SearchSettings settings = bench().settings();
    settings.automatic = true;
    bench().setSettings(settings);
    bench().setScene(pictureOf(sceneOf({{{20, 20}, 0}, {{150, 100}, 0.2}}), "scene"));
    const QSignalSpy ended(&bench().explorer(), &Explorer::ended);
    bench().cut({{20, 20}, needlePixels().size()});
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, 2 * kPatience);
    QCOMPARE(kindOf(bench().settings()), VariantKind::similar);
  }

  /// Pictures with the needle and a similar one.
  QStringList writePictures(int count) {
    QStringList files;
    const QImage scene = sceneOf({{{40, 30}, 0}, {{200, 120}, 0.2}});
    for (int i = 0; i < count; ++i) {
      files += at(QStringLiteral("p%1.ppm").arg(i));
      writePicture(files.back().toStdString(), imageFrom(scene));
    }
    return files;
  }

  /// Onto the middle of the picture.
  void drop(const QStringList& files) {
    QMimeData data;
    QList<QUrl> urls;
    for (const QString& file : files) urls += QUrl::fromLocalFile(file);
    data.setUrls(urls);
    const QPoint place = window_->canvas().mapTo(window_.get(), window_->canvas().rect().center());
    QDragEnterEvent enter(place, Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(window_.get(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent dropped(place, Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(window_.get(), &dropped);
    QVERIFY(dropped.isAccepted());
  }

  /// Where a user sees the button, in the window as it is.
  void press(QAbstractButton& button) {
    const QPoint place = button.mapTo(window_.get(), button.rect().center());
    QVERIFY(window_->childAt(place) == &button);
    QVERIFY(button.isEnabled());
    QTest::mouseClick(window_->windowHandle(), Qt::LeftButton, {}, place);
  }

  static QAbstractButton* named(const BatchView& view, const char* text) {
    for (QAbstractButton* button : view.findChildren<QAbstractButton*>()) {
      if (button->text() == QLatin1String(text)) return button;
    }
    return nullptr;
  }

  void start() {
    const QSignalSpy ended(&batch(), &BatchView::ended);
    batch().start();
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, kPatience);
    QCOMPARE(batch().queue().count(BatchState::done), batch().queue().size());
  }

  QString at(const QString& name) const { return folder_->filePath(name); }

  std::unique_ptr<QTemporaryDir> folder_ = std::make_unique<QTemporaryDir>();
};

ESPY_WINDOW_TEST(newcomer_batch, NewcomerBatchTest);

}  // namespace espy::desktop

#include "newcomer_batch_test.moc"
