// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QImage>
#include <QPainter>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "espy/error.h"
#include "live/live_source.h"
#include "model/picture.h"

namespace espy::desktop {

/// What a made stream shows, and what was opened.
struct LiveStage {
  static constexpr Size kSize{320, 240};
  static constexpr QSize kBadge{24, 16};
  static constexpr QSize kMessage{90, 40};  ///< the badge of a desktop

  std::mutex mutex;
  std::optional<QPoint> badge = QPoint(40, 50);  ///< where the badge is
  std::vector<LiveSource> opened;
  std::vector<ScreenWindow> windows;
  bool desktop = false;             ///< shows a desktop instead of grain
  std::atomic<bool> lost = false;   ///< the next frame fails
  std::atomic<bool> ended = false;  ///< there is no next frame
  std::atomic<bool> hangs = false;  ///< opening takes seconds, and cannot be stopped

  void move(std::optional<QPoint> to) {
    const std::lock_guard lock(mutex);
    badge = to;
  }
  /// How many sources were opened.
  int count() {
    const std::lock_guard lock(mutex);
    return static_cast<int>(opened.size());
  }
  LiveSource last() {
    const std::lock_guard lock(mutex);
    return opened.back();
  }
};

inline std::uint8_t grainOf(std::int64_t x, std::int64_t y, unsigned seed) {
  std::uint32_t value = static_cast<std::uint32_t>(x * 73856093 ^ y * 19349663) + seed;
  value ^= value >> 13;
  value *= 0x5bd1e995;
  return static_cast<std::uint8_t>(value >> 15);
}

/// A grainy picture of the stage's size with a badge of another grain.
inline Image madeFrame(std::optional<QPoint> badge, Size size = LiveStage::kSize) {
  Image image(size, {3, Depth::u8});
  const QRect place = badge ? QRect(*badge, LiveStage::kBadge) : QRect();
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) {
      std::uint8_t* pixel = image.pixels().pixel(x, y);
      const bool inside = place.contains(x, y);
      for (int c = 0; c < 3; ++c) {
        pixel[c] = inside ? grainOf(x - place.x(), y - place.y(), 7U + static_cast<unsigned>(c))
                          : static_cast<std::uint8_t>(grainOf(x / 8, y / 8, 1) / 4 + 80);
      }
    }
  }
  return image;
}

/// A desktop with a window, and the badge as a message on it.
inline Image madeDesktop(std::optional<QPoint> badge) {
  QImage screen(960, 600, QImage::Format_RGB32);
  screen.fill(QColor(52, 96, 130));
  QPainter painter(&screen);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  for (int i = 0; i < 6; ++i) {
    painter.setBrush(QColor::fromHsv(40 * i, 120, 220));
    painter.drawRoundedRect(20, 30 + 90 * i, 48, 48, 10, 10);
  }
  painter.fillRect(QRect(110, 30, 800, 540), QColor(245, 245, 245));
  painter.fillRect(QRect(110, 30, 800, 28), QColor(70, 70, 80));
  for (int line = 0; line < 14; ++line) {
    for (int word = 0; word < 9; ++word) {
      const int width = 30 + (line * 37 + word * 53) % 45;
      painter.fillRect(QRect(140 + 82 * word, 90 + 32 * line, width, 9), QColor(170, 175, 185));
    }
  }
  painter.setBrush(QColor(30, 120, 200));
  painter.drawRoundedRect(QRect(140, 530, 110, 28), 6, 6);
  painter.setBrush(Qt::white);
  painter.drawEllipse(QPoint(195, 544), 6, 6);
  if (badge) {
    const QRect place(*badge, LiveStage::kMessage);
    painter.setBrush(QColor(250, 225, 120));
    painter.drawRect(place);
    painter.setBrush(QColor(200, 60, 40));
    painter.drawEllipse(place.center(), 9, 9);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(QColor(90, 70, 10), 2));
    painter.drawRect(place.adjusted(1, 1, -1, -1));
  }
  painter.end();
  return imageFrom(screen.convertToFormat(QImage::Format_RGB888));
}

/// Shows the stage's picture about 100 times a second.
class MadeStream final : public Stream {
 public:
  explicit MadeStream(std::shared_ptr<LiveStage> stage)
      : Stream("made", 100), stage_(std::move(stage)) {}

  bool next(const std::stop_token& stop) override {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    if (stop.stop_requested()) throw Error(ErrorCode::cancelled, Message("stopped"));
    if (stage_->lost) throw Error(ErrorCode::system, Message("made: delivers no more frames"));
    if (stage_->ended) return false;
    std::optional<QPoint> badge;
    {
      const std::lock_guard lock(stage_->mutex);
      badge = stage_->badge;
    }
    const std::int64_t number = this->number() + 1;
    const bool first = number == 0;
    if (first || badge != shown_) image_ = stage_->desktop ? madeDesktop(badge) : madeFrame(badge);
    const QSize size = stage_->desktop ? LiveStage::kMessage : LiveStage::kBadge;
    std::vector<Area> changed;
    if (first) {
      changed = {{0, 0, image_.size().width, image_.size().height}};
    } else if (badge != shown_) {
      for (const auto& each : {shown_, badge}) {
        if (each) changed.push_back({each->x(), each->y(), size.width(), size.height()});
      }
    }
    shown_ = badge;
    show(image_, 0.01 * static_cast<double>(number), number, changed);
    setCosts(0.5, 0.25);
    return true;
  }

 private:
  std::shared_ptr<LiveStage> stage_;
  std::optional<QPoint> shown_;
  Image image_;
};

inline LiveTools toolsOf(const std::shared_ptr<LiveStage>& stage, bool coversScreen = false) {
  LiveTools tools;
  tools.open = [stage](const LiveSource& source) -> std::unique_ptr<Stream> {
    {
      const std::lock_guard lock(stage->mutex);
      stage->opened.push_back(source);
    }
    if (stage->hangs) std::this_thread::sleep_for(std::chrono::seconds(5));
    return std::make_unique<MadeStream>(stage);
  };
  tools.monitors = [] { return std::vector<Area>{{0, 0, 320, 240}, {320, 0, 320, 240}}; };
  tools.windows = [stage] { return stage->windows; };
  tools.coversScreen = coversScreen;
  return tools;
}

}  // namespace espy::desktop
