// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "espy/image.h"
#include "support/screen_portal.h"

namespace espy::test {

/// A Wayland session as a program sees it that reads its screen, for one test: a private session
/// bus, its portal, and a PipeWire daemon with monitors and windows. There is no compositor.
class WaylandSession {
 public:
  /// A monitor or a window that can be shared.
  struct Shared {
    enum class Format { bgrx, bgra, rgbx, rgba };
    Size size;
    Format format = Format::bgrx;
    bool window = false;
    bool placed = true;  ///< the portal reports x, y and the size
    int x = 0;
    int y = 0;
    int scale = 1;                    ///< pixels per unit of the desktop
    int padding = 0;                  ///< bytes after each row
    bool damage = true;               ///< reports what changes
    std::optional<Size> buffer = {};  ///< larger than the size: the rest is cropped
    int cropX = 0;
    int cropY = 0;
    bool graphics = false;  ///< frames only in GPU memory
  };

  explicit WaylandSession(const std::vector<Shared>& all);
  ~WaylandSession();
  WaylandSession(const WaylandSession&) = delete;
  WaylandSession& operator=(const WaylandSession&) = delete;

  /// Whether it runs; not if the programs are not installed.
  bool runs() const { return portal_ != nullptr; }
  /// NAME=VALUE, for programs in the session.
  std::vector<std::string> variables() const;
  ScreenPortal& portal() { return *portal_; }
  ScreenPortal::Behaviour behaviour() const;
  std::filesystem::path stateFolder() const { return folder_ / "state"; }

  /// Shows an 8-bit RGB picture on a shared thing and reports its area as damaged. Waits until
  /// there is a buffer for the frame, if there is a reader.
  void show(std::size_t shared, const ImageView& picture, std::int64_t x, std::int64_t y);
  /// The same without reporting damage: what a reader of damage does not see.
  void showSecretly(std::size_t shared, const ImageView& picture, std::int64_t x, std::int64_t y);
  /// Gives it another size.
  void resize(std::size_t shared, Size size);
  /// Ends the PipeWire daemon.
  void endPipeWire();

 private:
  struct Inside;
  /// A process and its end.
  struct Program {
    pid_t id = -1;
    Program() = default;
    ~Program() { end(); }
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;
    void end();
  };

  std::filesystem::path folder_;
  Program bus_;
  Program daemon_;
  std::unique_ptr<Inside> inside_;
  std::unique_ptr<ScreenPortal> portal_;
};

}  // namespace espy::test
