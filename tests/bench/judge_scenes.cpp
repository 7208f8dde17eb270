// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/judge_scenes.h"

#include <QFont>
#include <QFontMetricsF>
#include <QImage>
#include <QPainter>
#include <QStyle>
#include <QStyleFactory>
#include <QStyleOptionButton>
#include <array>
#include <utility>

#include "people.h"
#include "support/disturb.h"
#include "support/random_pictures.h"
#include "traveller.h"

namespace espy::bench {
namespace {

using test::Random;

Image imageOf(const QImage& drawn, bool grey) {
  const QImage from =
      drawn.convertToFormat(grey ? QImage::Format_Grayscale8 : QImage::Format_RGB888);
  const PixelFormat format{grey ? 1 : 3, Depth::u8};
  return Image::copyOf(
      ImageView(from.constBits(), {from.width(), from.height()}, format, from.bytesPerLine()));
}

Image imageOf(const samples::Canvas& canvas) {
  Image image({canvas.width(), canvas.height()}, {3, Depth::u8});
  for (int y = 0; y < canvas.height(); ++y) {
    std::uint8_t* row = image.pixels().row(y);
    for (int x = 0; x < canvas.width(); ++x, row += 3) {
      const samples::Rgb colour = canvas.at(x, y);
      row[0] = colour.r;
      row[1] = colour.g;
      row[2] = colour.b;
    }
  }
  return image;
}

/// Applies a disturbance to each channel.
Image degraded(const Image& drawn, const test::Disturbance& how, std::uint64_t seed) {
  const ImageView from = drawn.view();
  const int channels = from.format().channels;
  Image seen(from.size(), from.format());
  for (int c = 0; c < channels; ++c) {
    test::Canvas canvas(from.size());
    for (std::int64_t y = 0; y < from.height(); ++y) {
      for (std::int64_t x = 0; x < from.width(); ++x) canvas.at(x, y) = from.pixel(x, y)[c];
    }
    const Image plane = test::disturbed(std::move(canvas), how, seed + static_cast<unsigned>(c));
    for (std::int64_t y = 0; y < from.height(); ++y) {
      for (std::int64_t x = 0; x < from.width(); ++x) {
        seen.pixels().pixel(x, y)[c] = *plane.view().pixel(x, y);
      }
    }
  }
  return seen;
}

constexpr int kWidth = 640;
constexpr int kHeight = 480;

int below(Random& random, int bound) {
  return static_cast<int>(random.below(bound));
}

/// Cells of a grid in random order.
std::vector<QPoint> cellsOf(int side, Random& random) {
  std::vector<QPoint> cells;
  for (int y = 0; y + side <= kHeight; y += side) {
    for (int x = 0; x + side <= kWidth; x += side) cells.emplace_back(x, y);
  }
  for (std::size_t i = cells.size(); i > 1; --i) {
    std::swap(cells[i - 1], cells[static_cast<std::size_t>(below(random, static_cast<int>(i)))]);
  }
  return cells;
}

/// Task: the traveller in bad light.
class Travellers : public JudgeTask {
 public:
  std::string name() const override { return "travellers"; }
  double minScore() const override { return 0.45; }

  Image needle() const override {
    samples::Canvas canvas(samples::kNeedleSize, samples::kNeedleSize);
    samples::drawTraveller(canvas, 0, 0, 0);
    return imageOf(canvas);
  }

  JudgeScene draw(std::uint64_t seed) const override {
    constexpr int kMeant = 12;
    constexpr int kAlike = 60;
    Random random(seed);
    samples::Canvas canvas(kWidth, kHeight);
    for (int y = 0; y < canvas.height(); ++y) {
      for (int x = 0; x < canvas.width(); ++x) {
        const int light = samples::hills(x, y, 40, seed) / 4;
        canvas.set(x, y, samples::shifted({190, 170, 120}, light - 32));
      }
    }
    for (int i = 0; i < 150; ++i) {
      samples::drawPerson(canvas, below(random, kWidth), below(random, kHeight),
                          samples::Scene::street, samples::Dice(random.next()));
    }
    JudgeScene scene;
    const std::vector<QPoint> cells = cellsOf(40, random);
    for (int i = 0; i < kMeant + kAlike; ++i) {
      const QPoint at =
          cells[static_cast<std::size_t>(i)] + QPoint(4 + below(random, 16), 4 + below(random, 12));
      const int kind = i < kMeant ? 0 : 1 + below(random, samples::kLookAlikes);
      samples::drawTraveller(canvas, at.x(), at.y(), kind);
      if (i < kMeant) scene.meant.push_back(at);
    }
    scene.alike = kAlike;
    test::Disturbance bad;
    bad.noise = 35;
    scene.picture = degraded(imageOf(canvas), bad, random.next());
    return scene;
  }
};

/// Task: a letter among similar ones.
class Letters : public JudgeTask {
 public:
  std::string name() const override { return "letters"; }
  double minScore() const override { return 0.42; }

  Image needle() const override {
    QImage paper = blank({kSide, kSide});
    QPainter painter(&paper);
    paint(painter, QChar('O'), fontOf(0), QPointF(kSide / 2.0, kSide / 2.0));
    painter.end();
    return imageOf(paper, true);
  }

  JudgeScene draw(std::uint64_t seed) const override {
    constexpr std::array<char, 6> kOthers{'Q', 'C', 'G', 'D', '0', 'U'};
    Random random(seed);
    QImage paper = blank({kWidth, kHeight});
    QPainter painter(&paper);
    JudgeScene scene;
    for (const QPoint& cell : cellsOf(kSide + 12, random)) {
      const bool meant = random.oneIn(6);
      const char letter =
          meant ? 'O' : kOthers[static_cast<std::size_t>(random.below(std::ssize(kOthers)))];
      const auto part = [&] { return below(random, 1024) / 256.0; };
      constexpr QPointF kHalf(kSide / 2.0, kSide / 2.0);
      const QPointF upperLeft = QPointF(cell) + QPointF(4 + part(), 4 + part());
      paint(painter, QChar(letter), fontOf(below(random, kFonts)), upperLeft + kHalf);
      if (meant) {
        scene.meant.push_back(upperLeft.toPoint());
      } else {
        ++scene.alike;
      }
    }
    painter.end();
    test::Disturbance bad;
    bad.noise = 12;
    bad.blur = 1.2;
    scene.picture = degraded(imageOf(paper, true), bad, random.next());
    return scene;
  }

 private:
  static constexpr int kSide = 28;
  static constexpr int kFonts = 6;

  static QImage blank(QSize size) {
    QImage paper(size, QImage::Format_RGB32);
    paper.fill(QColor(225, 222, 212));
    return paper;
  }
  static QFont fontOf(int index) {
    constexpr std::array<const char*, 3> kFamilies{"DejaVu Sans", "DejaVu Serif",
                                                   "DejaVu Sans Mono"};
    QFont font(kFamilies[static_cast<std::size_t>(index % 3)]);
    font.setPixelSize(24);
    font.setBold(index >= 3);
    return font;
  }
  /// Draws a letter with its ink centred at `middle`.
  static void paint(QPainter& painter, QChar letter, const QFont& font, QPointF middle) {
    painter.setFont(font);
    painter.setPen(QColor(40, 38, 45));
    const QRectF ink = QFontMetricsF(font).tightBoundingRect(letter);
    painter.drawText(middle - ink.center(), letter);
  }
};

/// Task: enabled buttons with any text, among pressed and disabled ones.
class Buttons : public JudgeTask {
 public:
  Buttons() : style_(QStyleFactory::create("Fusion")) {}

  std::string name() const override { return "buttons"; }
  double minScore() const override { return 0.45; }

  Image needle() const override {
    QImage screen(kButton, QImage::Format_RGB32);
    screen.fill(groundOf(20));
    paint(screen, {0, 0}, kLabels.front(), State::ready, groundOf(20));
    return imageOf(screen, false);
  }

  JudgeScene draw(std::uint64_t seed) const override {
    Random random(seed);
    QImage screen(kWidth, kHeight, QImage::Format_RGB32);
    const QColor ground = groundOf(below(random, 40));
    screen.fill(ground);
    JudgeScene scene;
    for (const QPoint& cell : cellsOf(80, random)) {
      for (const int row : {0, 40}) {
        constexpr std::array kStates{State::ready,   State::off, State::off,
                                     State::pressed, State::off, State::pressed};
        const State state = kStates[static_cast<std::size_t>(random.below(std::ssize(kStates)))];
        const QPoint at = cell + QPoint(below(random, 8), row + 4 + below(random, 8));
        const char* label = kLabels[static_cast<std::size_t>(random.below(std::ssize(kLabels)))];
        paint(screen, at, label, state, ground);
        if (state == State::ready) {
          scene.meant.push_back(at);
        } else {
          ++scene.alike;
        }
      }
    }
    test::Disturbance bad;
    bad.noise = 10;
    bad.quality = 60;
    scene.picture = degraded(imageOf(screen, false), bad, random.next());
    return scene;
  }

 private:
  enum class State { ready, off, pressed };
  static constexpr std::array kLabels{"Save", "Open", "Close", "Print", "Undo", "Find"};
  static constexpr QSize kButton{64, 24};

  static QColor groundOf(int light) { return {205 + light, 205 + light, 202 + light}; }

  void paint(QImage& screen, QPoint at, const char* label, State state,
             const QColor& ground) const {
    QPainter painter(&screen);
    QFont font("DejaVu Sans");
    font.setPixelSize(12);
    painter.setFont(font);
    QStyleOptionButton option;
    option.text = label;
    option.fontMetrics = QFontMetrics(font);
    option.palette = QPalette(ground);
    option.palette.setCurrentColorGroup(state == State::off ? QPalette::Disabled
                                                            : QPalette::Active);
    option.rect = QRect(at, kButton);
    option.state = state == State::pressed ? QStyle::State_Sunken : QStyle::State_Raised;
    if (state != State::off) option.state |= QStyle::State_Enabled;
    style_->drawControl(QStyle::CE_PushButton, &option, &painter);
  }

  std::unique_ptr<QStyle> style_;
};

}  // namespace

std::vector<std::unique_ptr<JudgeTask>> judgeTasks() {
  std::vector<std::unique_ptr<JudgeTask>> tasks;
  tasks.push_back(std::make_unique<Travellers>());
  tasks.push_back(std::make_unique<Letters>());
  tasks.push_back(std::make_unique<Buttons>());
  return tasks;
}

}  // namespace espy::bench
