// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "support/virtual_screen.h"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#include <xcb/xcb.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <vector>

namespace espy::test {
namespace {

/// Starts Xvfb, which writes the number of its display to `end`.
pid_t startServer(Size size, int end, const std::vector<std::string>& without) {
  const std::string screen = std::to_string(size.width) + "x" + std::to_string(size.height) + "x24";
  const std::string descriptor = std::to_string(end);
  std::vector<std::string> words{"Xvfb", "-displayfd", descriptor, "-screen",  "0",
                                 screen, "-nolisten",  "tcp",      "-noreset", "-nocursor"};
  for (const std::string& extension : without) {
    words.insert(words.end(), {"-extension", extension});
  }
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const pid_t server = ::fork();
  if (server != 0) return server;
  ::execvp("Xvfb", arguments.data());
  ::_exit(127);
}

/// The line that the server writes when it is ready; empty if it does not.
std::string lineOf(int end) {
  constexpr int kMostWait = 60'000;
  std::string line;
  char c = 0;
  pollfd ready{end, POLLIN, 0};
  while (::poll(&ready, 1, kMostWait) > 0 && ::read(end, &c, 1) == 1) {
    if (c == '\n') return line;
    line += c;
  }
  return {};
}

}  // namespace

VirtualScreen::VirtualScreen(Size size, const std::vector<std::string>& without) {
  int ends[2];
  if (::pipe(ends) != 0) return;
  server_ = startServer(size, ends[1], without);
  ::close(ends[1]);
  const std::string number = lineOf(ends[0]);
  ::close(ends[0]);
  if (!number.empty()) name_ = ":" + number;
}

VirtualScreen::~VirtualScreen() {
  if (server_ <= 0) return;
  freeze(false);
  ::kill(server_, SIGTERM);
  ::waitpid(server_, nullptr, 0);
}

void VirtualScreen::freeze(bool frozen) const {
  ::kill(server_, frozen ? SIGSTOP : SIGCONT);
}

double VirtualScreen::processorTime() const {
  std::ifstream file("/proc/" + std::to_string(server_) + "/stat");
  std::string word;
  double ticks = 0;
  constexpr int kUser = 14;  // and the next one is the system's
  for (int field = 1; field <= kUser + 1 && file >> word; ++field) {
    if (field >= kUser) ticks += std::stod(word);
  }
  return ticks / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

struct ScreenPainter::Inside {
  xcb_connection_t* connection = nullptr;
  xcb_window_t window = 0;
  xcb_gcontext_t context = 0;
  int depth = 0;

  void sync() const {
    std::free(xcb_get_input_focus_reply(connection, xcb_get_input_focus(connection), nullptr));
  }
};

ScreenPainter::ScreenPainter(const std::string& display) : inside_(std::make_unique<Inside>()) {
  Inside& in = *inside_;
  in.connection = xcb_connect(display.c_str(), nullptr);
  if (xcb_connection_has_error(in.connection) != 0) {
    xcb_disconnect(in.connection);
    throw std::runtime_error("cannot paint on " + display);
  }
  const xcb_screen_t* screen = xcb_setup_roots_iterator(xcb_get_setup(in.connection)).data;
  in.depth = screen->root_depth;
  in.window = xcb_generate_id(in.connection);
  in.context = xcb_generate_id(in.connection);
  const std::uint32_t values[] = {screen->black_pixel, 1};
  xcb_create_window(in.connection, XCB_COPY_FROM_PARENT, in.window, screen->root, 0, 0,
                    screen->width_in_pixels, screen->height_in_pixels, 0,
                    XCB_WINDOW_CLASS_INPUT_OUTPUT, screen->root_visual,
                    XCB_CW_BACK_PIXEL | XCB_CW_OVERRIDE_REDIRECT, values);
  xcb_create_gc(in.connection, in.context, in.window, 0, nullptr);
  xcb_map_window(in.connection, in.window);
  in.sync();
}

ScreenPainter::~ScreenPainter() {
  xcb_disconnect(inside_->connection);
}

void ScreenPainter::show(const ImageView& picture, std::int64_t x, std::int64_t y) {
  const Inside& in = *inside_;
  constexpr std::int64_t kRows = 8;  // requests are small enough for every server
  std::vector<std::uint8_t> bytes;
  xcb_grab_server(in.connection);  // half a picture is not read
  for (std::int64_t top = 0; top < picture.height(); top += kRows) {
    const std::int64_t rows = std::min(kRows, picture.height() - top);
    bytes.clear();
    for (std::int64_t row = top; row < top + rows; ++row) {
      for (std::int64_t column = 0; column < picture.width(); ++column) {
        const std::uint8_t* const pixel = picture.pixel(column, row);
        bytes.insert(bytes.end(), {pixel[2], pixel[1], pixel[0], 0});
      }
    }
    xcb_put_image(in.connection, XCB_IMAGE_FORMAT_Z_PIXMAP, in.window, in.context,
                  static_cast<std::uint16_t>(picture.width()), static_cast<std::uint16_t>(rows),
                  static_cast<std::int16_t>(x), static_cast<std::int16_t>(y + top), 0,
                  static_cast<std::uint8_t>(in.depth), static_cast<std::uint32_t>(bytes.size()),
                  bytes.data());
  }
  xcb_ungrab_server(in.connection);
  in.sync();
}

void ScreenPainter::fill(std::int64_t x, std::int64_t y, Size size, std::uint32_t colour) {
  const Inside& in = *inside_;
  xcb_change_gc(in.connection, in.context, XCB_GC_FOREGROUND, &colour);
  const xcb_rectangle_t area{static_cast<std::int16_t>(x), static_cast<std::int16_t>(y),
                             static_cast<std::uint16_t>(size.width),
                             static_cast<std::uint16_t>(size.height)};
  xcb_poly_fill_rectangle(in.connection, in.window, in.context, 1, &area);
  in.sync();
}

void ScreenPainter::resize(Size size) {
  const Inside& in = *inside_;
  const std::uint32_t sides[] = {static_cast<std::uint32_t>(size.width),
                                 static_cast<std::uint32_t>(size.height)};
  xcb_configure_window(in.connection, in.window, XCB_CONFIG_WINDOW_WIDTH | XCB_CONFIG_WINDOW_HEIGHT,
                       sides);
  in.sync();
}

std::uint32_t ScreenPainter::window() const {
  return inside_->window;
}

}  // namespace espy::test
