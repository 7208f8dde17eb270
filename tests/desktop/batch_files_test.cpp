// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// What a batch reads and writes.
#include <QDesktopServices>
#include <QSignalSpy>
#include <optional>

#include "desktop/batch_stage.h"
#include "desktop/content_of.h"
#include "desktop/sample_result.h"
#include "desktop/window_tests.h"
#include "support/find_with.h"

namespace espy::desktop {

/// Takes the place of the program that shows folders.
class OpenedUrls : public QObject {
  Q_OBJECT

 public:
  OpenedUrls() { QDesktopServices::setUrlHandler(QStringLiteral("file"), this, "take"); }
  ~OpenedUrls() override { QDesktopServices::unsetUrlHandler(QStringLiteral("file")); }

  QList<QUrl> all;

 public slots:  // NOLINT(readability-redundant-access-specifiers)
  void take(const QUrl& url) { all += url; }
};

class BatchFilesTest : public BatchStage {
  Q_OBJECT

 private slots:
  void runsForTrue() {
    BatchView view(registry_);
    const QSignalSpy ended(&view, &BatchView::ended);
    prepare(view);
    view.start();
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, 20000);
    QCOMPARE(stateOf(view, 0), QStringLiteral("done"));
    QVERIFY2(stateOf(view, 1).startsWith(QStringLiteral("failed: ")), qPrintable(stateOf(view, 1)));
    QCOMPARE(stateOf(view, 2), QStringLiteral("done"));
    QCOMPARE(view.queue().fate(0).matches, std::size_t{2});
    QCOMPARE(view.queue().fate(2).matches, std::size_t{1});
    QCOMPARE(view.queue().fate(0).output, at("out/s0-marked.ppm"));
    QVERIFY2(view.message().contains(at("out/all.csv")), qPrintable(view.message()));

    // Marked as by the core, in the first needle's colour.
    const Image scene = readPicture(at("s0.ppm").toStdString()).image;
    const std::vector<Needle> needles{{needle_->picture->image, std::nullopt}};
    const Finding found = findExact(registry_, "reference", scene, needles);
    const Image flags = flagPlane(registry_, "reference", scene.size(), found.matches);
    const Image wanted =
        markedCopy(registry_, "reference", scene, flags, {MarkStyle::outline, 2, {230, 159, 0}});
    QVERIFY(samePixels(readPicture(at("out/s0-marked.ppm").toStdString()).image, wanted));
    QFile summary(at("out/all.csv"));
    QVERIFY(summary.open(QIODevice::ReadOnly));
    QCOMPARE(summary.readAll().count("\r\n"), 1 + 2 + 1 + 1);

    // Existing files are not overwritten.
    view.start();
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 2, 20000);
    QVERIFY2(view.message().startsWith(at("out/all.csv")), qPrintable(view.message()));
    view.form().setSummary({});
    view.start();
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 3, 20000);
    QCOMPARE(view.queue().count(BatchState::failed), 3);
    QVERIFY2(stateOf(view, 0).contains(QStringLiteral("exists")), qPrintable(stateOf(view, 0)));
    view.form().setOverwrite(true);
    view.start();
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 4, 20000);
    QCOMPARE(view.queue().count(BatchState::done), 2);
  }

  void masksGoAlong() {
    BatchView view(registry_);
    const QSignalSpy ended(&view, &BatchView::ended);
    prepare(view);
    // With an ignored pixel, a copy that differs in it matches, too.
    Image scene = Image::copyOf(readPicture(at("s2.ppm").toStdString()).image);
    setSample(scene.pixels(), 10, 10, 0, 255 - sampleAt(scene, 10, 10, 0));
    writePicture(at("s2.ppm").toStdString(), scene);
    NeedleItem masked = *needle_;
    Image mask(needle_->picture->image.size(), {1, Depth::u8});
    for (std::int64_t y = 0; y < mask.size().height; ++y) {
      for (std::int64_t x = 0; x < mask.size().width; ++x) {
        setSample(mask.pixels(), x, y, 0, x == 0 && y == 0 ? 0 : 255);
      }
    }
    view.start();
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, 20000);
    QCOMPARE(view.queue().fate(2).matches, std::size_t{0});
    masked.mask = std::make_shared<Image>(std::move(mask));
    view.setNeedles({masked});
    view.form().setOverwrite(true);
    view.start();
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 2, 20000);
    QCOMPARE(view.queue().fate(2).matches, std::size_t{1});
  }

  void refusesWhatCannotBe() {
    BatchView view(registry_);
    const QSignalSpy ended(&view, &BatchView::ended);
    prepare(view);
    view.form().setFolder(QStringLiteral("/dev/null/x"));
    view.start();
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, 20000);
    QVERIFY2(view.message().contains(QStringLiteral("/dev/null")), qPrintable(view.message()));
    view.form().setFolder(at("out"));
    view.setNeedles({});
    view.start();
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 2, 20000);
    QVERIFY2(view.message().contains(QStringLiteral("needle")), qPrintable(view.message()));
    QVERIFY(!QFileInfo::exists(at("out")));
  }

  void summaryOnAFullDisk() {
    BatchView view(registry_);
    const QSignalSpy ended(&view, &BatchView::ended);
    prepare(view);
    view.form().setSummary(QStringLiteral("/dev/full"));
    view.form().setOverwrite(true);
    view.start();
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, 20000);
    QVERIFY2(view.message().contains(QStringLiteral("No space left")), qPrintable(view.message()));
    QCOMPARE(view.queue().count(BatchState::done), 2);
  }

  void aFolderThatTakesNoFilesIsRefusedAtOnce() {
    BatchView view(registry_);
    const QSignalSpy ended(&view, &BatchView::ended);
    prepare(view);
    // Not writable even for root.
    view.form().setFolder(QStringLiteral("/proc/espy-out"));
    view.form().setSummary({});
    view.start();
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, 20000);
    QVERIFY(view.inTrouble());
    QVERIFY2(view.message().startsWith(QStringLiteral("/proc/espy-out: cannot write")),
             qPrintable(view.message()));
    QCOMPARE(view.queue().count(BatchState::queued), 3);
    // Remains of the failed attempt are removed.
    view.form().setFolder(folder_->path() + QStringLiteral("/new/out"));
    const QStringList before = QDir(folder_->path()).entryList(QDir::AllEntries | QDir::Hidden);
    view.form().setNaming(QStringLiteral("{nobody}"));
    view.start();
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 2, 20000);
    QCOMPARE(QDir(folder_->path()).entryList(QDir::AllEntries | QDir::Hidden), before);
  }

  void theSummaryNamesNeedlesAndHasWhatWasTriedAgain() {
    BatchView view(registry_);
    const QSignalSpy ended(&view, &BatchView::ended);
    prepare(view);
    QVERIFY(button(view, QStringLiteral("Open the folder"))->isHidden());
    view.start();
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, 20000);
    const auto rows = [&] {
      return QString::fromUtf8(contentOf(at("out/all.csv"))).split(QStringLiteral("\r\n"));
    };
    QCOMPARE(rows().filter(QStringLiteral(",done,a hat/1,")).size(), 3);
    QCOMPARE(rows().filter(QStringLiteral(",failed,")).size(), 1);
    QVERIFY(QFile::remove(at("s1.ppm")) && QFile::copy(at("s2.ppm"), at("s1.ppm")));
    int changes = 0;
    bool lost = false;
    connect(&view.queue(), &QAbstractItemModel::dataChanged, this, [&] {
      ++changes;
      lost = lost || !QFile::exists(at("out/all.csv"));
    });
    button(view, QStringLiteral("Retry"))->click();
    QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 2, 20000);
    QVERIFY(changes >= 2 && !lost);  // a kill would leave the old one
    QVERIFY2(!view.inTrouble(), qPrintable(view.message()));
    QCOMPARE(view.queue().count(BatchState::done), 3);
    QCOMPARE(rows().filter(QStringLiteral(",done,a hat/1,")).size(), 4);
    QVERIFY(!button(view, QStringLiteral("Open the folder"))->isHidden());
    OpenedUrls opened;
    button(view, QStringLiteral("Open the folder"))->click();
    QCOMPARE(opened.all, QList<QUrl>{QUrl::fromLocalFile(at("out"))});
  }

 private:
  /// Three files, the second of which is no picture; the first contains the needle twice, the third
  /// once.
  void prepare(BatchView& view) {
    test::Random random(7);
    needle_.emplace();
    needle_->name = QStringLiteral("a hat/1");
    needle_->colour = QColor(230, 159, 0);
    needle_->picture =
        test::pictureOf(test::noisePicture({9, 7}, {3, Depth::u8}, random), needle_->name);
    for (const int i : {0, 2}) {
      Image scene = test::noisePicture({80, 60}, {3, Depth::u8}, random);
      test::paste(scene.pixels(), needle_->picture->image, 10, 10);
      if (i == 0) test::paste(scene.pixels(), needle_->picture->image, 40, 33);
      writePicture(folder_->filePath(QStringLiteral("s%1.ppm").arg(i)).toStdString(), scene);
    }
    touch(QStringLiteral("s1.ppm"));
    view.setNeedles({*needle_});
    SearchSettings search;
    view.setSettings(search, {MarkStyle::outline, 2, false, 0});
    setImages(view, {at("s0.ppm"), at("s1.ppm"), at("s2.ppm")});
    view.form().setFolder(at("out"));
    view.form().setSummary(QStringLiteral("all.csv"));
  }

  std::optional<NeedleItem> needle_;
};

ESPY_WINDOW_TEST(batch_files, BatchFilesTest);

}  // namespace espy::desktop
#include "batch_files_test.moc"
