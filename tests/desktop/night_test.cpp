// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// The "Find at night" game from start to end, with the real search and judge.
#include <QPushButton>
#include <QSettings>
#include <QTest>
#include <algorithm>

#include "canvas/canvas.h"
#include "canvas/spotlight.h"
#include "demo/find_panel.h"
#include "desktop/window_stage.h"
#include "window/night_link.h"
#include "window/traveller_link.h"

namespace espy::desktop {

class NightTest : public WindowStage {
  Q_OBJECT

  Workbench& bench() { return window_->bench(); }
  MatchList& list() { return bench().matches(); }
  FindGame& game() { return window_->night().game(); }
  QPushButton* button(const char* name) {
    for (auto* each : game().panel().findChildren<QPushButton*>()) {
      if (each->text() == QLatin1String(name) && each->isVisible()) return each;
    }
    return nullptr;
  }
  void begin() {
    QSettings().setValue(QStringLiteral("race/reducedMotion"), true);
    bench().judging().setFading(std::chrono::milliseconds(0));
    window_->actions().at(ActionId::night)->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(game().state(), FindGame::State::guiding, 4 * kPatience);
  }
  void clickAndLearn() {
    const std::size_t before = verdictsOfScene().size();
    button("Let Espy click")->click();
    QTRY_VERIFY_WITH_TIMEOUT(verdictsOfScene().size() > before && button("Learn") != nullptr,
                             kPatience);
    button("Learn")->click();
    QCOMPARE(game().state(), FindGame::State::waiting);
    QTRY_VERIFY_WITH_TIMEOUT(game().state() != FindGame::State::waiting, 4 * kPatience);
  }
  std::vector<Verdicts::Of> verdictsOfScene() {
    return list().verdicts().of(bench().scene(), bench().tray().items().front());
  }

 private slots:
  void aFewClicksLeaveHimAlone() {
    const DrawnCrowd night = drawNight(registry_);
    begin();
    const std::size_t all = matches();
    QVERIFY(all > 40);
    QVERIFY(game().panel().sentence().startsWith(QString::number(all)));
    QVERIFY(button("Learn") == nullptr);  // photographs alone are not enough
    // The score does not separate the traveller.
    const auto isTraveller = [&](const Match& match) {
      return (windowOf(match).topLeft() - night.place.topLeft()).manhattanLength() <= 2;
    };
    const std::vector<Match>& found = list().result()->finding.matches;
    const auto him = std::find_if(found.begin(), found.end(), isTraveller);
    QVERIFY(him != found.end());
    QVERIFY(him - found.begin() > 5);

    constexpr int kMostRounds = 6;
    for (int round = 0; round < kMostRounds && game().state() == FindGame::State::guiding;
         ++round) {
      clickAndLearn();
    }
    QCOMPARE(game().state(), FindGame::State::revealed);
    QCOMPARE(list().kept().size(), std::size_t{1});
    QVERIFY(isTraveller(list().match(list().kept().front())));
    QCOMPARE(list().said(list().kept().front()), MatchVerdict::nothing);  // he was not clicked
    QVERIFY(verdictsOfScene().size() < all / 2);
    // The view is centred on him, the rest is dark.
    const QRectF place = window_->canvas().viewport().toWidget(QRectF(night.place));
    QVERIFY(QLineF(place.center(), QRectF(window_->canvas().rect()).center()).length() < 3);
    QCOMPARE(game().spotlight().depth(), 1.0);
    QVERIFY(game().panel().sentence().startsWith(QStringLiteral("One is left")));

    button("Close")->click();
    QCOMPARE(game().state(), FindGame::State::idle);
    QCOMPARE(list().kept().size(), std::size_t{1});
  }

  void clicksOfThePlayerCountToo() {
    begin();
    const std::size_t all = matches();
    int clicks = 0;
    for (std::uint32_t i = 0; clicks < 2; i += 7, ++clicks) {
      bench().judging().label({i}, MatchVerdict::no);
    }
    QVERIFY(button("Learn") == nullptr);
    bench().judging().label({static_cast<std::uint32_t>(all - 1)}, MatchVerdict::no);
    QVERIFY(button("Learn") != nullptr);
    bench().undo().undo();
    QVERIFY(button("Learn") == nullptr);
  }

  void itBeginsAnewAndEndsWithItsPicture() {
    begin();
    button("Let Espy click")->click();
    QTRY_VERIFY_WITH_TIMEOUT(verdictsOfScene().size() == 8, kPatience);
    begin();
    QVERIFY(verdictsOfScene().empty());
    QCOMPARE(bench().judging().state().yes, 16);
    // Starting the other game ends this one.
    window_->traveller().setCrowdSize({600, 400});
    window_->actions().at(ActionId::traveller)->trigger();
    QCOMPARE(game().state(), FindGame::State::idle);
    QTRY_COMPARE_WITH_TIMEOUT(window_->traveller().game().state(), FindGame::State::asking,
                              kPatience);
    // The game's settings are restored.
    QVERIFY(bench().settings().minScore != kNightScore);
    window_->actions().at(ActionId::night)->trigger();
    QCOMPARE(window_->traveller().game().state(), FindGame::State::idle);
    QTRY_COMPARE_WITH_TIMEOUT(game().state(), FindGame::State::guiding, kPatience);
    bench().setScene(
        std::make_shared<Picture>(Picture{Image({40, 40}, {1, Depth::u8}), {}, {}, {}}));
    QCOMPARE(game().state(), FindGame::State::idle);
  }
};

ESPY_WINDOW_TEST(night, NightTest);

}  // namespace espy::desktop
#include "night_test.moc"
