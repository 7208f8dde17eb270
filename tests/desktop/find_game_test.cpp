// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "demo/find_game.h"

#include <QPushButton>
#include <QSignalSpy>
#include <QtTest>

#include "canvas/canvas.h"
#include "canvas/spotlight.h"
#include "demo/drawn_crowd.h"
#include "demo/find_panel.h"
#include "desktop/window_tests.h"
#include "espy/engine/all.h"
#include "support/find_with.h"

namespace espy::desktop {
namespace {

QPushButton* buttonOf(FindGame& game, const char* name) {
  for (QPushButton* button : game.panel().findChildren<QPushButton*>()) {
    if (button->accessibleName() == QString::fromLatin1(name)) return button;
  }
  return nullptr;
}

}  // namespace

class FindGameTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { crowd_ = drawCrowd({700, 500}); }

  void init() {
    canvas_ = std::make_unique<Canvas>();
    canvas_->resize(600, 400);
    canvas_->show();
    canvas_->setScene(crowd_.scene);
    canvas_->setToolKind(Canvas::ToolKind::hand);
    game_ = std::make_unique<FindGame>(*canvas_);
    game_->setReducedMotion(true);
  }
  void cleanup() {
    game_.reset();
    canvas_.reset();
  }

  void heStandsInTheCrowdOnce() {
    const Registry registry = makeRegistry();
    const std::vector<Needle> needles{{crowd_.traveller->image, std::nullopt}};
    const Finding found = findExact(registry, "openmp", crowd_.scene->image, needles);
    QCOMPARE(found.matches.size(), std::size_t{1});
    QCOMPARE(static_cast<int>(found.matches[0].x), crowd_.place.x());
    QCOMPARE(static_cast<int>(found.matches[0].y), crowd_.place.y());
    QCOMPARE(kLargeCrowd.width() * kLargeCrowd.height(), 41472000);
  }

  /// It takes seconds, for which a window that closes must not wait.
  void drawingCanBeStopped() {
    std::stop_source stop;
    Control control;
    control.stop = stop.get_token();
    stop.request_stop();
    const auto isCancelled = [](const auto& draw) {
      try {
        draw();
      } catch (const Error& error) {
        return error.code() == ErrorCode::cancelled;
      }
      return false;
    };
    QElapsedTimer elapsed;
    elapsed.start();
    QVERIFY(isCancelled([&] { drawCrowd(kLargeCrowd, control); }));
    QVERIFY2(elapsed.elapsed() < 1000, qPrintable(QString::number(elapsed.elapsed())));
    QVERIFY(isCancelled([&] { drawNight(makeRegistry(), control); }));
  }

  void asksBeforeItReveals() {
    const QSignalSpy wanted(game_.get(), &FindGame::wanted);
    ask();
    QVERIFY(game_->panel().isVisible());
    QCOMPARE(game_->panel().sentence(), QStringLiteral("Can you find him?"));
    QVERIFY(!game_->spotlight().isVisible());
    game_->reveal(crowd_.place, 1);  // ignored: the game has not started
    QCOMPARE(game_->state(), FindGame::State::asking);
    QTest::mouseClick(buttonOf(*game_, "Show me"), Qt::LeftButton);
    QCOMPARE(wanted.count(), 1);
    QCOMPARE(game_->state(), FindGame::State::waiting);
    game_->reveal(crowd_.place, 0.4);
    QVERIFY2(QRegularExpression(QStringLiteral("^You: [0-9.]+ s\\. Espy: 0.0004 s\\.$"))
                 .match(game_->panel().sentence())
                 .hasMatch(),
             qPrintable(game_->panel().sentence()));
  }

  void itGetsDarkAroundHimAndHeIsNear() {
    ask();
    QTest::mouseClick(buttonOf(*game_, "Show me"), Qt::LeftButton);
    const double before = canvas_->viewport().zoom();
    game_->reveal(crowd_.place, 1);
    QVERIFY(game_->spotlight().isVisible());
    QCOMPARE(game_->spotlight().depth(), 1.0);
    QVERIFY(canvas_->viewport().zoom() > before * 2);
    const QRectF place = canvas_->viewport().toWidget(QRectF(crowd_.place));
    QVERIFY(canvas_->rect().contains(place.toRect()));
    QVERIFY(QLineF(place.center(), QRectF(canvas_->rect()).center()).length() < 2);
    QVERIFY(game_->spotlight().light().contains(place.center()));
    // Darkened except at the match.
    const QImage with = canvas_->grab().toImage();
    game_->spotlight().hide();
    const QImage without = canvas_->grab().toImage();
    const QPoint him = place.center().toPoint();
    QCOMPARE(with.pixelColor(him), without.pixelColor(him));
    const QPoint corner(5, canvas_->height() - 5);
    QVERIFY(with.pixelColor(corner).lightness() < without.pixelColor(corner).lightness() / 2 + 2);
  }

  void theLightFollowsThePicture() {
    ask();
    QTest::mouseClick(buttonOf(*game_, "Show me"), Qt::LeftButton);
    game_->reveal(crowd_.place, 1);
    canvas_->moveView({40, 30});
    const QRectF place = canvas_->viewport().toWidget(QRectF(crowd_.place));
    QVERIFY(QLineF(game_->spotlight().light().center(), place.center()).length() < 1);
  }

  void thePictureFliesWhereItMay() {
    game_->setReducedMotion(false);
    ask();
    QTest::mouseClick(buttonOf(*game_, "Show me"), Qt::LeftButton);
    const double before = canvas_->viewport().zoom();
    game_->reveal(crowd_.place, 1);
    QVERIFY(canvas_->viewport().zoom() < before * 2);
    QTRY_VERIFY_WITH_TIMEOUT(
        canvas_->rect().contains(canvas_->viewport().toWidget(QRectF(crowd_.place)).toRect()) &&
            canvas_->viewport().zoom() > before * 2,
        20000);
  }

  void aClickOnHimFindsHim() {
    const QSignalSpy wanted(game_.get(), &FindGame::wanted);
    ask();
    const QPoint him = canvas_->viewport().toWidget(QRectF(crowd_.place)).center().toPoint();
    QTest::mouseClick(canvas_.get(), Qt::LeftButton, {}, him + QPoint(90, 90));
    QCOMPARE(wanted.count(), 0);
    QTest::mouseClick(canvas_.get(), Qt::LeftButton, {}, him);
    QCOMPARE(wanted.count(), 1);
    game_->reveal(crowd_.place, 1);
    bool shown = false;
    for (const QLabel* label : game_->panel().findChildren<QLabel*>()) {
      shown = shown || label->text().startsWith(QStringLiteral("You found him yourself."));
    }
    QVERIFY(shown);
  }

  void itEndsByItsButtonByEscapeAndByAClick() {
    const QSignalSpy ended(game_.get(), &FindGame::ended);
    game_->prepare(QStringLiteral("Drawing"));
    QTest::mouseClick(buttonOf(*game_, "Close"), Qt::LeftButton);
    QCOMPARE(ended.count(), 1);
    ask();
    QTest::keyClick(&game_->panel(), Qt::Key_Escape);
    QCOMPARE(ended.count(), 2);
    QVERIFY(!game_->panel().isVisible());
    ask();
    QTest::mouseClick(buttonOf(*game_, "Show me"), Qt::LeftButton);
    game_->reveal(crowd_.place, 1);
    QTest::mouseClick(canvas_.get(), Qt::LeftButton, {}, QPoint(20, 380));
    QCOMPARE(ended.count(), 3);
    QVERIFY(!game_->spotlight().isVisible());
  }

  void timesHaveTheDigitsTheyNeed() {
    QCOMPARE(secondsText(41.3), QStringLiteral("41"));
    QCOMPARE(secondsText(4.13), QStringLiteral("4.1"));
    QCOMPARE(secondsText(0.0123), QStringLiteral("0.012"));
    QCOMPARE(secondsText(0.00042), QStringLiteral("0.0004"));
    QCOMPARE(secondsText(0), QStringLiteral("0"));
  }

 private:
  void ask() {
    game_->ask(qImageFrom(crowd_.traveller->image), crowd_.place, QStringLiteral("hint"));
  }

  DrawnCrowd crowd_;
  std::unique_ptr<Canvas> canvas_;
  std::unique_ptr<FindGame> game_;
};

ESPY_WINDOW_TEST(find_game, FindGameTest);

}  // namespace espy::desktop
#include "find_game_test.moc"
