// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "espy/image.h"

namespace espy::test {

/// An X server without a screen (Xvfb), for one test. The destructor ends it.
class VirtualScreen {
 public:
  /// `without`: extensions of X that it must not have, such as "MIT-SHM".
  explicit VirtualScreen(Size size, const std::vector<std::string>& without = {});
  ~VirtualScreen();
  VirtualScreen(const VirtualScreen&) = delete;
  VirtualScreen& operator=(const VirtualScreen&) = delete;

  /// Whether it runs; not if Xvfb is not installed.
  bool runs() const { return !name_.empty(); }
  /// The value of $DISPLAY.
  const std::string& name() const { return name_; }
  /// Processor time that the server has used, in seconds.
  double processorTime() const;
  /// Suspends the server, so that no request is answered, or resumes it.
  void freeze(bool frozen) const;

 private:
  pid_t server_ = -1;
  std::string name_;
};

/// Paints in a window that covers a screen. Every call returns when the server has painted.
class ScreenPainter {
 public:
  /// Throws if the display cannot be opened.
  explicit ScreenPainter(const std::string& display);
  ~ScreenPainter();
  ScreenPainter(const ScreenPainter&) = delete;
  ScreenPainter& operator=(const ScreenPainter&) = delete;

  /// Shows an 8-bit RGB picture, its upper left pixel at (x, y).
  void show(const ImageView& picture, std::int64_t x, std::int64_t y);
  /// Fills a rectangle; `colour` is 0xrrggbb.
  void fill(std::int64_t x, std::int64_t y, Size size, std::uint32_t colour);
  /// Gives the window another size.
  void resize(Size size);
  std::uint32_t window() const;

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace espy::test
