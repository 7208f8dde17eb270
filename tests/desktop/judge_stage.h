// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPushButton>
#include <QTest>
#include <algorithm>
#include <array>

#include "canvas/canvas.h"
#include "desktop/window_stage.h"
#include "judge/judge_bar.h"
#include "judge/judge_controller.h"
#include "support/look_alikes.h"
#include "window/picture_page.h"

namespace espy::desktop {

inline PicturePtr asPicture(const Image& image, const char* name, const char* path = "") {
  auto picture = std::make_shared<Picture>();
  picture->image = Image::copyOf(image);
  picture->name = QString::fromLatin1(name);
  picture->path = QString::fromLatin1(path);
  return picture;
}

/// A window with needles and look-alikes whose true labels are known.
class JudgeStage : public WindowStage {
  Q_OBJECT

 protected:
  Workbench& bench() { return window_->bench(); }
  MatchList& list() { return bench().matches(); }
  JudgeController& controller() { return bench().judging(); }
  JudgeBar& bar() { return window_->page().judgeBar(); }
  const NeedleItem& needle() { return bench().tray().items().front(); }
  QPushButton* button(const char* name) {
    for (auto* each : bar().findChildren<QPushButton*>()) {
      if (each->text() == QLatin1String(name) && each->isVisibleTo(&bar())) return each;
    }
    return nullptr;
  }
  QString words() { return bar().findChild<StatusLabel*>()->sentence(); }

  /// Finds all needles and look-alikes that differ in a few pixels.
  void stage(int noise) {
    things_ = std::make_unique<test::LookAlikes>(1);
    things_->noise = noise;
    known_ = std::make_unique<test::LookAlikeScene>(registry_, *things_, 7, 2);
    SearchSettings settings = bench().settings();
    settings.method = Method::zncc;
    settings.minScore = 0.3;
    settings.select.overlap = 0.3;
    bench().setSettings(settings);
    bench().setScene(asPicture(known_->picture, "crowd"));
    bench().addNeedle(asPicture(things_->needle, "thing", "/pictures/thing.png"));
    QTRY_VERIFY_WITH_TIMEOUT(list().result(), kPatience);
    awaitSearch();
    controller().setFading(std::chrono::milliseconds(0));
  }
  /// The true label of a match.
  bool isTrue(std::uint32_t index) {
    const Match& match = list().match(index);
    for (std::size_t m = 0; m < known_->matches.size(); ++m) {
      if (known_->matches[m].x == match.x && known_->matches[m].y == match.y) return known_->yes[m];
    }
    return false;
  }
  /// Sets `each` correct verdicts of each kind, spread over the list.
  void addTrueVerdicts(int each) {
    std::array<int, 2> labelled{};
    std::vector<std::uint32_t> shown(list().shown().begin(), list().shown().end());
    for (std::size_t step : {std::size_t{3}, std::size_t{1}}) {
      for (std::size_t i = 0; i < shown.size(); i += step) {
        const bool yes = isTrue(shown[i]);
        if (labelled[yes ? 1 : 0] >= each || list().said(shown[i]) != MatchVerdict::nothing)
          continue;
        ++labelled[yes ? 1 : 0];
        controller().label({shown[i]}, yes ? MatchVerdict::yes : MatchVerdict::no);
      }
    }
  }
  /// Trains a judge with ten true and ten false matches.
  void learnFromTen() {
    stage(70);
    addTrueVerdicts(10);
    controller().learn();
    awaitJudge();
    QVERIFY(needle().judge->judge.isOn());
  }
  void awaitJudge() { QTRY_VERIFY_WITH_TIMEOUT(!controller().busy(), 4 * kPatience); }
  void press(Qt::Key key) { QTest::keyClick(&window_->canvas(), key); }

  std::unique_ptr<test::LookAlikes> things_;
  std::unique_ptr<test::LookAlikeScene> known_;
};

}  // namespace espy::desktop
