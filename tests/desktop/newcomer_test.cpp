// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// What a newcomer reaches with how many drops, drags and clicks, with default settings.
#include <QDropEvent>
#include <QMimeData>
#include <QSignalSpy>
#include <QTableView>

#include "canvas/canvas.h"
#include "desktop/judge_stage.h"
#include "desktop/pose_pictures.h"
#include "results/results_view.h"
#include "tray/tray_view.h"
#include "window/main_window.h"
#include "window/picture_page.h"

namespace espy::desktop {

class NewcomerTest : public JudgeStage {
  Q_OBJECT

 public:
  NewcomerTest() { automatic_ = true; }

 private slots:
  void theTravellerIsFound();
  void badgesAreFound();
  void turnedPartsAreFound();
  void aJudgeIsLearned();

 private:
  void drop(const QString& file, const QWidget& target);
  void drag(const QRect& pixels);
  void click(QWidget& widget, QPoint place);
  std::size_t shown() { return list().shown().size(); }
  /// Of the true and of the false matches: how many are shown.
  std::pair<std::size_t, std::size_t> counts() {
    const auto right = static_cast<std::size_t>(std::ranges::count_if(
        list().shown(), [this](std::uint32_t index) { return isTrue(index); }));
    return {right, shown() - right};
  }

  int gestures_ = 0;  ///< drops, drags and clicks; keys do not count
};

void NewcomerTest::drop(const QString& file, const QWidget& target) {
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(file)});
  const QPointF place = target.mapTo(window_.get(), target.rect().center());
  QDragEnterEvent enter(place.toPoint(), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(window_.get(), &enter);
  QDropEvent drop(place, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(window_.get(), &drop);
  QVERIFY(drop.isAccepted());
  ++gestures_;
}

/// Drags over all of these pixels of the picture.
void NewcomerTest::drag(const QRect& pixels) {
  Canvas& canvas = window_->canvas();
  const auto at = [&canvas](QPointF pixel) { return canvas.viewport().toWidget(pixel).toPoint(); };
  const QPoint from = at(QPointF(pixels.topLeft()) + QPointF(0.25, 0.25));
  const QPoint to = at(QPointF(pixels.bottomRight()) + QPointF(0.25, 0.25));
  QTest::mousePress(&canvas, Qt::LeftButton, {}, from);
  QTest::mouseMove(&canvas, (from + to) / 2);
  QTest::mouseMove(&canvas, to);
  QTest::mouseRelease(&canvas, Qt::LeftButton, {}, to);
  QCOMPARE(*window_->bench().cutRectangle(), pixels);
  ++gestures_;
}

void NewcomerTest::click(QWidget& widget, QPoint place) {
  QTest::mouseClick(&widget, Qt::LeftButton, {}, place);
  ++gestures_;
}

void NewcomerTest::theTravellerIsFound() {
  gestures_ = 0;
  drop(kCrowd, window_->canvas());
  QTRY_VERIFY_WITH_TIMEOUT(bench().scene(), kPatience);
  drop(kTraveller, window_->page().tray());
  QTRY_COMPARE_WITH_TIMEOUT(shown(), std::size_t{1}, kPatience);
  QCOMPARE(list().match(0).x, 743U);
  QCOMPARE(gestures_, 2);
}

void NewcomerTest::badgesAreFound() {
  // Seven badges, each in another brightness and with noise, among clutter.
  test::Random random(5);
  QImage scene = blocks(400, 300, 5, 3);
  for (int badge = 0; badge < 7; ++badge) {
    QImage lit = needlePixels();
    for (int y = 0; y < lit.height(); ++y) {
      for (int x = 0; x < lit.width(); ++x) {
        const auto grey = [&](int value) {
          return std::clamp(value * (80 + 3 * badge) / 100 + static_cast<int>(random.below(9)), 0,
                            255);
        };
        const QRgb old = lit.pixel(x, y);
        lit.setPixel(x, y, qRgb(grey(qRed(old)), grey(qGreen(old)), grey(qBlue(old))));
      }
    }
    put(scene, lit, 20 + badge % 3 * 120, 30 + badge / 3 * 90);
  }
  bench().setScene(pictureOf(scene, "game"));
  gestures_ = 0;
  bench().explorer().stretchLimits(30);
  drag({QPoint(140, 30), needlePixels().size()});
  QTRY_COMPARE_WITH_TIMEOUT(shown(), std::size_t{7}, kPatience);
  QCOMPARE(gestures_, 1);
}

void NewcomerTest::turnedPartsAreFound() {
  QImage scene(320, 200, QImage::Format_RGB32);
  scene.fill(QColor(120, 130, 140));
  put(scene, needlePixels(), 20, 20);
  put(scene, turnedPixels(), 150, 60);
  put(scene, turnedPixels(), 230, 120);
  bench().setScene(pictureOf(scene, "table"));
  gestures_ = 0;
  bench().explorer().stretchLimits(30);
  drag({QPoint(20, 20), needlePixels().size()});
  QTRY_COMPARE_WITH_TIMEOUT(shown(), std::size_t{3}, 2 * kPatience);
  QCOMPARE(gestures_, 1);
}

void NewcomerTest::aJudgeIsLearned() {
  things_ = std::make_unique<test::LookAlikes>(1);
  things_->noise = 50;
  known_ = std::make_unique<test::LookAlikeScene>(registry_, *things_, 7, 2);
  bench().setScene(asPicture(known_->picture, "crowd"));
  QSignalSpy ended(&bench().explorer(), &Explorer::ended);
  bench().addNeedle(asPicture(things_->needle, "thing"));
  QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, 4 * kPatience);
  auto* table = window_->results().findChild<QTableView*>();
  const auto place = [table](int row) {
    return table->visualRect(table->model()->index(row, 0)).center();
  };
  // Click the first match; then keys: Y or N, and Down.
  gestures_ = 0;
  click(*table->viewport(), place(0));
  int labelled[2]{};
  for (int row = 0; row < table->model()->rowCount() && (labelled[0] < 12 || labelled[1] < 12);
       ++row) {
    const std::uint32_t match = list().shown()[static_cast<std::size_t>(row)];
    const bool yes = isTrue(match);
    QTest::keyClick(table, yes ? Qt::Key_Y : Qt::Key_N);
    QCOMPARE(list().said(match), yes ? MatchVerdict::yes : MatchVerdict::no);
    ++labelled[yes ? 1 : 0];
    QTest::keyClick(table, Qt::Key_Down);
  }
  const auto [rightBefore, wrongBefore] = counts();
  QVERIFY2(labelled[0] >= 12 && labelled[1] >= 12,
           qPrintable(QStringLiteral("%1 %2").arg(labelled[0]).arg(labelled[1])));
  QPushButton* learn = button("Learn");
  QVERIFY(learn != nullptr && learn->isEnabled());
  click(*learn, learn->rect().center());
  awaitJudge();
  QVERIFY(needle().judge);
  if (!needle().judge->judge.isOn()) {  // the score alone separates them
    QPushButton* use = button("Use");
    QVERIFY(use != nullptr);
    click(*use, use->rect().center());
  }
  QTRY_VERIFY(shown() < rightBefore + wrongBefore);
  const auto [right, wrong] = counts();
  QVERIFY2(right * 10 >= rightBefore * 9 && wrong * 3 <= wrongBefore,
           qPrintable(QStringLiteral("%1 of %2 true ones, %3 of %4 false ones are shown")
                          .arg(right)
                          .arg(rightBefore)
                          .arg(wrong)
                          .arg(wrongBefore)));
  QVERIFY(gestures_ <= 3);
}

ESPY_WINDOW_TEST(newcomer, NewcomerTest);

}  // namespace espy::desktop

#include "newcomer_test.moc"
