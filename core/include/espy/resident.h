// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "espy/control.h"
#include "espy/image.h"
#include "espy/registry.h"
#include "espy/timeline.h"

namespace espy {

/// A picture that an engine keeps where it computes, in the memory of a graphics card, say, so that
/// it travels there once for many searches. Made by `KeepPicture`, used through the functions for
/// resident pictures of each room. One thread at a time may use it.
class ResidentPicture {
 public:
  ResidentPicture(std::string engine, Size size, PixelFormat format)
      : engine_(std::move(engine)), size_(size), format_(format) {}
  virtual ~ResidentPicture() = default;
  ResidentPicture(const ResidentPicture&) = delete;
  ResidentPicture& operator=(const ResidentPicture&) = delete;

  /// The engine that keeps it, and the only one that can search it.
  const std::string& engine() const { return engine_; }
  Size size() const { return size_; }
  PixelFormat format() const { return format_; }

 private:
  std::string engine_;
  Size size_;
  PixelFormat format_;
};

/// The capability "resident pictures": takes a picture over. The view may be dropped afterwards.
struct KeepPicture {
  static constexpr const char* kName = "resident pictures";
  using Function = std::function<std::unique_ptr<ResidentPicture>(
      const ImageView& picture, const Control& control, Timeline& timeline)>;
};

/// Lets the built-in engines keep pictures.
void addPictures(Registry& registry);

}  // namespace espy
