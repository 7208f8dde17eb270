// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Verdicts on other pictures: used for learning, removable, saved in projects. And the choice of
// another engine for judging.
#include <QLabel>
#include <QTemporaryDir>

#include "desktop/content_of.h"
#include "desktop/judge_stage.h"
#include "project/project_file.h"
#include "window/status_band.h"

namespace espy::desktop {

class JudgePicturesTest : public JudgeStage {
  Q_OBJECT

  /// Opens another picture with the same objects.
  void turnTo(std::uint64_t seed, const char* path = "") {
    known_ = std::make_unique<test::LookAlikeScene>(registry_, *things_, 7, seed);
    bench().setScene(asPicture(known_->picture, "other crowd", path));
    QTRY_VERIFY_WITH_TIMEOUT(list().result() && list().result()->scene == bench().scene(),
                             kPatience);
    awaitSearch();
  }
  std::vector<Verdicts::OtherPictureVerdict> elsewhere() {
    return list().verdicts().elsewhere(bench().scene(), needle());
  }

 private slots:
  void marksInOtherPicturesCount() {
    stage(70);
    addTrueVerdicts(6);
    turnTo(3);
    QCOMPARE(words(), QStringLiteral("Learn from 6 yes, 6 no, 12 of 12 from other pictures"));
    QCOMPARE(elsewhere().size(), std::size_t{12});
    addTrueVerdicts(4);
    QCOMPARE(words(), QStringLiteral("Learn from 10 yes, 10 no, 12 of 20 from other pictures"));
    button("Learn")->click();
    awaitJudge();
    QVERIFY(needle().judge != nullptr);
    QCOMPARE(needle().judge->judge.yes.size(), std::size_t{10});  // all were held out once
    QCOMPARE(needle().judge->judge.no.size(), std::size_t{10});

    // Equal to learning from whole pictures: the kept pixels suffice.
    std::vector<Click> clicks;
    for (const Verdicts::Of& one : list().verdicts().of(bench().scene(), needle())) {
      clicks.push_back({0, one.match, one.said == MatchVerdict::yes});
    }
    const test::LookAlikeScene first(registry_, *things_, 7, 2);
    for (const Verdicts::OtherPictureVerdict& one : elsewhere()) {
      QVERIFY(one.pixels->image.size().width < first.picture.size().width / 2);
      clicks.push_back({1, one.match, one.said == MatchVerdict::yes});
    }
    const std::vector<ImageView> pictures{known_->picture.view(), first.picture.view()};
    const Judge whole = learnJudge(registry_, "auto", {things_->asNeedle(), pictures, clicks});
    QVERIFY(needle().judge->judge == whole);
  }

  void theyComeBackWithTheirPicture() {
    stage(70);
    addTrueVerdicts(5);
    turnTo(3);
    QCOMPARE(controller().state().elsewhere, 10);
    bench().undo().undo();  // back from the other picture
    QTRY_VERIFY_WITH_TIMEOUT(list().result(), kPatience);
    awaitSearch();
    QCOMPARE(controller().state().elsewhere, 0);
    QCOMPARE(controller().state().yes, 5);
    QVERIFY(list().hasVerdicts());

    // Read again from its file it is the same picture, unless its pixels differ.
    turnTo(4, "/pictures/crowd.png");
    addTrueVerdicts(3);
    turnTo(4, "/pictures/crowd.png");
    QCOMPARE(controller().state().elsewhere, 10);
    QVERIFY(list().hasVerdicts());
    turnTo(5, "/pictures/crowd.png");
    QCOMPARE(controller().state().elsewhere, 16);
    QVERIFY(!list().hasVerdicts());
    turnTo(4, "/pictures/copy.png");
    QCOMPARE(controller().state().elsewhere, 16);
  }

  void theyCanBeForgotten() {
    stage(70);
    addTrueVerdicts(3);
    QVERIFY(button("Forget others") == nullptr);
    turnTo(3);
    addTrueVerdicts(1);
    QVERIFY(button("Learn")->isEnabled());
    button("Forget others")->click();
    QCOMPARE(words(),
             QStringLiteral(
                 "1 yes, 1 no. Say Yes to at least 3 matches and No to 3, then press Learn."));
    QVERIFY(button("Forget others") == nullptr);
    QVERIFY(elsewhere().empty());
    bench().undo().undo();
    QCOMPARE(controller().state().elsewhere, 6);
    QCOMPARE(elsewhere().size(), std::size_t{6});
    bench().undo().redo();
    QCOMPARE(controller().state().elsewhere, 0);
  }

  void projectsKeepThem() {
    stage(70);
    addTrueVerdicts(4);
    turnTo(3);
    addTrueVerdicts(2);
    turnTo(4);
    addTrueVerdicts(1);
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("clicks.espy"));
    saveProject(path, bench().project());
    QVERIFY(contentOf(path).contains("\"espy-project\": 1"));  // readable by version 1
    Project read = loadProject(path);
    QCOMPARE(read.labelledElsewhere.size(), std::size_t{12});
    const std::vector<Verdicts::OtherPictureVerdict> before = elsewhere();
    bench().setProject(std::move(read));
    QTRY_VERIFY_WITH_TIMEOUT(list().result(), kPatience);
    awaitSearch();
    QCOMPARE(controller().state().elsewhere, 12);
    QCOMPARE(controller().state().yes + controller().state().no, 14);
    const std::vector<Verdicts::OtherPictureVerdict> after = elsewhere();
    QCOMPARE(after.size(), before.size());
    for (std::size_t i = 0; i < after.size(); ++i) {
      QVERIFY(after[i].match == before[i].match);
      QCOMPARE(after[i].said, before[i].said);
      QCOMPARE(after[i].corner, before[i].corner);
      QCOMPARE(after[i].picture, before[i].picture);
      QVERIFY(samePixels(after[i].pixels->image, before[i].pixels->image));
    }

    // Invalid values are refused.
    const QByteArray bytes = contentOf(path);
    for (const char* key : {"\"part\": ", "\"left\": ", "\"top\": "}) {
      QByteArray changed = bytes;
      const qsizetype at = changed.indexOf(key) + static_cast<qsizetype>(qstrlen(key)) - 1;
      QVERIFY(at > static_cast<qsizetype>(qstrlen(key)));
      changed[at] = '9';  // out of range
      QFile file(folder.filePath(QStringLiteral("broken.espy")));
      QVERIFY(file.open(QIODevice::WriteOnly) && file.write(changed) == changed.size());
      file.close();
      QVERIFY_EXCEPTION_THROWN(loadProject(file.fileName()), Error);
    }
  }

  void anotherEngineThatJudgesIsReported() {
    // An engine that can only search.
    registry_.addEngine({"seeker", true, "searches only", "searches only"});
    const FindScored::Function find = registry_.get<FindScored>("openmp");
    registry_.add<FindScored>("seeker", [find](const auto& scene, auto needles, const auto& options,
                                               const auto& control, RunReport& report) {
      ScoredPlaces places = find(scene, needles, options, control, report);
      report.engine = "seeker";
      return places;
    });
    stage(70);
    SearchSettings settings = bench().settings();
    settings.engine = QStringLiteral("seeker");
    bench().setSettings(settings);
    if (bench().isStale()) bench().searchNow();
    awaitSearch();
    QTRY_COMPARE(list().result()->settings.engine, QStringLiteral("seeker"));
    addTrueVerdicts(10);
    controller().learn();
    QVERIFY(words().contains(QStringLiteral(", by threads")));
    awaitJudge();
    QVERIFY(needle().judge != nullptr);

    // Logistic regression needs no engine, a network does.
    const auto band = [this] { return window_->status().findChild<QLabel*>()->toolTip(); };
    NeedleItem item = needle();
    auto judge = std::make_shared<NeedleJudge>();
    judge->judge.by = Judge::By::network;
    judge->judge.needle = fingerprintOf(things_->asNeedle());
    constexpr std::int64_t kNumbers = Judge::kSide * Judge::kSide;
    judge->judge.network = randomNetwork({kNumbers, 9, 8, true, Judge::kSide}, 1);
    item.judge = judge;
    bench().tray().replace(0, item);
    awaitJudge();
    QVERIFY(list().judged() != nullptr);
    QVERIFY2(band().contains(QStringLiteral("judged by threads")), qPrintable(band()));
    QVERIFY2(band().contains(QStringLiteral("seeker")), qPrintable(band()));
  }
};

ESPY_WINDOW_TEST(judge_pictures, JudgePicturesTest);

}  // namespace espy::desktop
#include "judge_pictures_test.moc"
