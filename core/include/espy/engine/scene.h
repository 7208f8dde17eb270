// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "espy/control.h"
#include "espy/engine/registry.h"
#include "espy/error.h"
#include "espy/scene.h"
#include "espy/timeline.h"

#pragma GCC visibility push(default)
namespace espy {

/// A picture that an engine keeps where it computes, such as in a GPU's memory. Made by
/// `KeepPicture`. Not thread-safe.
class KeptPicture {
 public:
  KeptPicture(std::string engine, Size size, PixelFormat format)
      : engine_(std::move(engine)), size_(size), format_(format) {}
  virtual ~KeptPicture() = default;
  KeptPicture(const KeptPicture&) = delete;
  KeptPicture& operator=(const KeptPicture&) = delete;

  /// The engine that keeps it, and the only one that can search it.
  const std::string& engine() const { return engine_; }
  Size size() const { return size_; }
  PixelFormat format() const { return format_; }
  /// Its pixels, if they are in this program's memory.
  virtual const ImageView* view() const { return nullptr; }
  /// These rows as a picture that shares the memory of this one, which must outlive it; null if the
  /// engine has no such pictures.
  virtual std::unique_ptr<KeptPicture> rows(std::int64_t first, std::int64_t count) {
    (void)first;
    (void)count;
    return nullptr;
  }

 private:
  std::string engine_;
  Size size_;
  PixelFormat format_;
};

/// Capability "kept pictures": copies a picture to the engine. The view may be dropped afterwards.
struct KeepPicture {
  static constexpr const char* kName = "kept pictures";
  using Function = std::function<std::unique_ptr<KeptPicture>(
      const ImageView& picture, const Control& control, Timeline& timeline)>;
};

/// The scene as passed to an engine. On a device it is a kept picture: owned by the scene's keeper
/// or, for a view that is searched more than once in this call, by this object.
class SceneOnEngine {
 public:
  SceneOnEngine(const Scene& scene, const Registry& registry, std::string_view engine,
                const Control& control, Timeline& timeline, std::size_t searches = 1);

  SceneOnEngine(const SceneOnEngine&) = delete;
  SceneOnEngine& operator=(const SceneOnEngine&) = delete;

  const Scene& scene() const { return given_; }
  /// Calls `run(scene)`, and again with the view if the device runs out of memory.
  template <class Run>
  auto with(const Run& run) {
    try {
      return run(scene());
    } catch (const Error& error) {
      if (error.code() != ErrorCode::device || !retryWithView()) throw;
    }
    return run(scene());
  }

  /// After an error of the device: true if the engine may retry with the view, which it processes
  /// in parts. Drops the kept picture.
  bool retryWithView();

 private:
  Scene given_;
  std::unique_ptr<KeptPicture> own_;
  std::unique_ptr<KeptPicture>* kept_ = nullptr;  ///< the engine's kept picture, if any
};

/// Adds kept pictures of the built-in engines.
void addPictures(Registry& registry);

}  // namespace espy
#pragma GCC visibility pop
