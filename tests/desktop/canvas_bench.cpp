// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0

// Frame times of a scripted pan and zoom over 41 megapixels, without and with 100,000 marks:
// QT_QPA_PLATFORM=offscreen canvas_bench [frames [zoom [WORDS]]]; zoom 0 shows the whole picture;
// WORDS selects the cases whose names contain it. The second figure is the CPU time of the GUI
// thread, which excludes waiting for other processes.
#include <QApplication>
#include <QElapsedTimer>
#include <QScreen>
#include <QThread>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <random>

#include "canvas/canvas.h"
#include "desktop/animated_style.h"

namespace {

using espy::desktop::Canvas;
using espy::desktop::Mark;
using espy::desktop::Marks;
using espy::desktop::MarkSettings;
using espy::desktop::Picture;
using espy::desktop::PicturePtr;

constexpr int kWidth = 7680;
constexpr int kHeight = 5400;
constexpr int kMarks = 100000;

PicturePtr noise() {
  auto picture = std::make_shared<Picture>();
  picture->image = espy::Image::forOverwrite({kWidth, kHeight}, {3, espy::Depth::u8});
  std::mt19937 random(1);
  for (int y = 0; y < kHeight; ++y) {
    std::uint8_t* row = picture->image.pixels().row(y);
    for (int i = 0; i < 3 * kWidth; ++i) row[i] = static_cast<std::uint8_t>(random());
  }
  return picture;
}

std::shared_ptr<const Marks> scattered(int side, int colours, std::uint32_t count = kMarks) {
  std::mt19937 random(2);
  std::vector<Mark> marks;
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto x = static_cast<int>(random() % static_cast<unsigned>(kWidth - side));
    const auto y = static_cast<int>(random() % static_cast<unsigned>(kHeight - side));
    const auto colour = static_cast<std::uint8_t>(random() % static_cast<unsigned>(colours));
    marks.push_back({QRect(x, y, side, side), colour, i, i + 1});
  }
  std::vector<QColor> all;
  for (int i = 0; i < colours; ++i) all.push_back(QColor::fromHsv(i * 40, 255, 200));
  return std::make_shared<Marks>(std::move(marks), std::move(all), QSize(kWidth, kHeight));
}

/// The same marks, rotated by random angles.
std::shared_ptr<const Marks> turned(int side) {
  std::mt19937 random(2);
  espy::desktop::MarkList list;
  for (std::uint32_t i = 0; i < kMarks; ++i) {
    espy::Match match;
    match.needleWidth = static_cast<std::uint32_t>(side);
    match.needleHeight = match.needleWidth * 3 / 4;
    match.angle = static_cast<float>(random() % 3600) / 10;
    const double turn = match.angle * 3.14159265 / 180;
    const double across = std::abs(std::cos(turn)) * match.needleWidth +
                          std::abs(std::sin(turn)) * match.needleHeight;
    const double down = std::abs(std::sin(turn)) * match.needleWidth +
                        std::abs(std::cos(turn)) * match.needleHeight;
    match.width = static_cast<std::uint32_t>(std::ceil(across));
    match.height = static_cast<std::uint32_t>(std::ceil(down));
    match.x = static_cast<std::uint32_t>(random() % (kWidth - match.width));
    match.y = static_cast<std::uint32_t>(random() % (kHeight - match.height));
    list.add(match, 0, i);
  }
  return std::make_shared<Marks>(
      Marks::of(std::move(list), {QColor(200, 0, 0)}, QSize(kWidth, kHeight)));
}

double ownMilliseconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

/// The quantile `part` of the times.
double at(std::vector<double> times, double part) {
  std::sort(times.begin(), times.end());
  return times[static_cast<std::size_t>(part * static_cast<double>(times.size() - 1))];
}

const char* wanted = "";

/// Pans back and forth at this zoom, one frame every 16 ms.
void pan(Canvas& canvas, double zoom, int frames, const char* what) {
  if (std::strstr(what, wanted) == nullptr) return;
  std::vector<double> times;
  std::vector<double> own;
  const auto connection =
      QObject::connect(&canvas, &Canvas::framePainted, [&](double time) { times.push_back(time); });
  canvas.fit();
  if (zoom > 0) {
    canvas.actualSize();
    canvas.zoomBy(zoom);
  }
  for (int i = 0; i < 20; ++i) {  // until the first tiles have arrived
    QApplication::processEvents();
    QThread::msleep(10);
  }
  times.clear();
  for (int i = 0; i < frames; ++i) {
    QElapsedTimer frame;
    frame.start();
    const double turn = i * 0.05;
    const double before = ownMilliseconds();
    canvas.moveView({30 * std::cos(turn), 22 * std::sin(1.3 * turn)});
    canvas.repaint();
    own.push_back(ownMilliseconds() - before);
    do {
      QApplication::processEvents();
    } while (frame.elapsed() < 16);
  }
  QObject::disconnect(connection);
  std::printf(
      "%-28s zoom %-6.3g median %6.2f ms  95 %% %6.2f ms  most %7.2f ms  processor 95 %% %6.2f "
      "ms\n",
      what, canvas.viewport().zoom(), at(times, 0.5), at(times, 0.95), at(times, 1), at(own, 0.95));
}

}  // namespace

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  QApplication::setStyle(new espy::desktop::AnimatedStyle(0));
  const int frames = argc > 1 ? std::atoi(argv[1]) : 200;
  if (argc > 3) wanted = argv[3];
  Canvas canvas;
  canvas.resize(1280, 800);
  canvas.show();
  canvas.setScene(noise());
  const std::vector<double> zooms = argc > 2 ? std::vector<double>{std::atof(argv[2])}
                                             : std::vector<double>{0, 0.3, 0.7, 1, 3, 40};
  for (const double zoom : zooms) pan(canvas, zoom, frames, "no marks");
  canvas.setMarks(scattered(20, 1));
  for (const double zoom : zooms) pan(canvas, zoom, frames, "100,000 of 20 x 20");
  canvas.setMarks(scattered(5, 1, 15000));
  for (const double zoom : zooms) pan(canvas, zoom, frames, "15,000 dots of 5 x 5");
  canvas.setMarks(scattered(20, 8));
  for (const double zoom : zooms) pan(canvas, zoom, frames, "the same in 8 colours");
  canvas.setMarks(scattered(200, 1));
  for (const double zoom : zooms) pan(canvas, zoom, frames, "100,000 of 200 x 200");
  canvas.setMarks(turned(20));
  for (const double zoom : zooms) pan(canvas, zoom, frames, "100,000 turned of 20 x 15");
  canvas.setMarks(turned(200));
  for (const double zoom : zooms) pan(canvas, zoom, frames, "100,000 turned of 200 x 150");
  std::vector<std::uint32_t> selected(kMarks);
  for (std::uint32_t i = 0; i < kMarks; ++i) selected[i] = i;
  canvas.setMarks(scattered(20, 1));
  canvas.setSelected(selected);
  for (const double zoom : zooms) pan(canvas, zoom, frames, "all of 20 x 20 selected");
  return 0;
}
