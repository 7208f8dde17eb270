// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// What a search left out because it overlaps better matches, and other selections without a search.
#include "search/candidates.h"

#include <QSignalSpy>

#include "desktop/pose_pictures.h"
#include "desktop/window_stage.h"
#include "model/poses.h"
#include "results/results_view.h"
#include "window/picture_page.h"

namespace espy::desktop {

class CandidatesTest : public WindowStage {
  Q_OBJECT

 private slots:
  void theWindowFindsCoveredMatches() {
    Workbench& bench = window_->bench();
    test::Random random(4);
    SearchSettings settings = bench.settings();
    settings.method = Method::zncc;
    settings.minScore = 0.5;
    settings.select.overlap = 0.1;
    bench.setSettings(settings);
    bench.setScene(pictureOf(crowdedScene(random), "scene"));
    bench.addNeedle(pictureOf(needlePixels(), "part"));
    QTRY_VERIFY_WITH_TIMEOUT(bench.matches().result(), kPatience);
    awaitSearch();
    const SearchResultPtr result = bench.matches().result();
    QVERIFY(!bench.matches().covered());  // nothing more is searched for the table
    window_->page().results().setSheetShown(true);
    QTRY_VERIFY_WITH_TIMEOUT(bench.matches().covered(), kPatience);
    QCOMPARE(bench.matches().result(), result);
    const std::size_t tight = bench.matches().covered()->size();
    QVERIFY(tight > 0);
    settings.select.overlap = 0.8;
    bench.setSettings(settings);
    QTRY_VERIFY_WITH_TIMEOUT(bench.matches().result() != result && bench.matches().covered(),
                             kPatience);
    QVERIFY(bench.matches().covered()->size() < tight);
  }

  /// Once all candidates are known, other overlaps give what a search would find, without one.
  void anotherOverlapNeedsNoSearch_data() {
    QTest::addColumn<bool>("sheet");
    QTest::addColumn<PoseChoice>("poses");
    QTest::newRow("from a result with all") << false << PoseChoice::off;
    QTest::newRow("from what the sheet knows") << true << PoseChoice::off;
    QTest::newRow("with poses") << false << PoseChoice::symmetries;
  }
  void anotherOverlapNeedsNoSearch() {
    QFETCH(const bool, sheet);
    QFETCH(const PoseChoice, poses);
    Workbench& bench = window_->bench();
    test::Random random(4);
    SearchSettings settings = bench.settings();
    settings.method = Method::zncc;
    settings.minScore = 0.5;
    settings.pose = posesOf(poses);
    settings.select.overlap = sheet ? 0.4 : 1;
    bench.setSettings(settings);
    bench.setScene(pictureOf(crowdedScene(random), "scene"));
    bench.addNeedle(pictureOf(needlePixels(), "part"));
    QTRY_VERIFY_WITH_TIMEOUT(bench.matches().result(), kPatience);
    window_->page().results().setSheetShown(sheet);
    if (sheet) QTRY_VERIFY_WITH_TIMEOUT(bench.matches().covered(), kPatience);
    const QSignalSpy started(&bench.search(), &SearchController::started);
    for (const double overlap : {0.1, 0.7, 0.3, 1.0, 0.5}) {
      settings.select.overlap = overlap;
      bench.setSettings(settings);
      const SearchResultPtr& result = bench.matches().result();
      const Finding searched =
          find(registry_, result->scene->image, needlesOf(result->needles), optionsOf(settings));
      QVERIFY(searched.matches == result->finding.matches);
      QCOMPARE(result->settings.select.overlap, overlap);
      QCOMPARE(bench.matches().covered().has_value(), sheet && overlap < 1);
    }
    bench.undo().undo();
    QCOMPARE(bench.matches().result()->settings.select.overlap, sheet ? 0.4 : 1);
    settings.select.top = 2;
    bench.setSettings(settings);
    QCOMPARE(bench.matches().result()->finding.matches.size(), std::size_t{2});
    QCOMPARE(started.count(), 0);
    // What is below the candidates' minimum must be searched.
    settings.minScore = 0.3;
    bench.setSettings(settings);
    QCOMPARE(started.count(), 1);
    awaitSearch();
    // So must other overlaps of a result that lacks what they may add.
    window_->page().results().setSheetShown(false);
    settings.select.overlap = 0.6;
    bench.setSettings(settings);
    QCOMPARE(started.count(), 2);
  }
};

ESPY_WINDOW_TEST(candidates, CandidatesTest);

}  // namespace espy::desktop
#include "candidates_test.moc"
