// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "espy/control.h"
#include "espy/error.h"
#include "espy/image.h"
#include "espy/registry.h"
#include "espy/timeline.h"

#pragma GCC visibility push(default)
/// What is searched and marked: a picture that is looked at, or one that an engine keeps.
///
///     espy::findExact(registry, "auto", image, needles);  // a view, which costs nothing
///
///     espy::SceneKeeper scene(image, 2);  // two things will be asked of it
///     espy::Finding found = espy::search(registry, "cuda", scene, needles, options);
///     espy::Image marked = espy::markedPicture(registry, "cuda", scene, found.matches, ...);
namespace espy {

/// A picture that an engine keeps where it computes, in the memory of a graphics card, say, so that
/// it travels there once for many searches. Made by `KeepPicture`. One thread at a time may use it.
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
  /// Its pixels, if it is kept where this program can read them.
  virtual const ImageView* view() const { return nullptr; }

 private:
  std::string engine_;
  Size size_;
  PixelFormat format_;
};

/// The capability "kept pictures": takes a picture over. The view may be dropped afterwards.
struct KeepPicture {
  static constexpr const char* kName = "kept pictures";
  using Function = std::function<std::unique_ptr<KeptPicture>(
      const ImageView& picture, const Control& control, Timeline& timeline)>;
};

class SceneKeeper;

/// What every capability takes: a view of a picture, a picture that an engine keeps, or one with a
/// keeper. Made where it is needed, of any of these, which must outlive it.
class Scene {
 public:
  Scene(const ImageView& picture)
      : view_(picture), size_(picture.size()), format_(picture.format()) {}
  Scene(const Image& picture) : Scene(picture.view()) {}
  Scene(KeptPicture& picture) : kept_(&picture), size_(picture.size()), format_(picture.format()) {}
  Scene(SceneKeeper& keeper);

  Size size() const { return size_; }
  PixelFormat format() const { return format_; }
  /// The picture that an engine keeps, or null: then it is a view.
  KeptPicture* kept() const { return kept_; }
  /// Its pixels, or null where only the engine that keeps it has them.
  const ImageView* view() const { return kept_ != nullptr ? kept_->view() : &view_; }

  /// What this engine is given: of a keeper, the picture that the engine keeps, if it shall keep
  /// one, else the view; and else this scene itself.
  Scene on(const Registry& registry, std::string_view engine, const Control& control,
           Timeline& timeline) const;

  /// Does run(scene) with what this engine is given. What a device has no room for as a whole, it
  /// is shown once more to take it part by part.
  template <class Run>
  auto givenTo(const Registry& registry, std::string_view engine, const Control& control,
               Timeline& timeline, const Run& run) const;

 private:
  void giveUp(std::string_view engine) const;

  ImageView view_;
  KeptPicture* kept_ = nullptr;
  SceneKeeper* keeper_ = nullptr;
  Size size_;
  PixelFormat format_;
};

/// A picture of which so many things will be asked. If there are more than one, an engine that
/// computes on a device keeps the picture there when it is first asked; so it travels once. An
/// engine of the processor looks at it where it is, without a copy. One thread at a time may use
/// it.
class SceneKeeper {
 public:
  static constexpr std::size_t kMany = 1000;

  explicit SceneKeeper(const ImageView& picture, std::size_t things = kMany)
      : picture_(picture), things_(things) {}
  SceneKeeper(const SceneKeeper&) = delete;
  SceneKeeper& operator=(const SceneKeeper&) = delete;

  const ImageView& picture() const { return picture_; }
  /// Has a device been asked to keep it?
  bool isKept() const { return !kept_.empty(); }
  /// Gives back what engines keep. The next one that is asked keeps it again.
  void release() { kept_.clear(); }

 private:
  friend class Scene;

  ImageView picture_;
  std::size_t things_;
  /// By engine; null where the device had no room.
  std::map<std::string, std::unique_ptr<KeptPicture>, std::less<>> kept_;
};

template <class Run>
auto Scene::givenTo(const Registry& registry, std::string_view engine, const Control& control,
                    Timeline& timeline, const Run& run) const {
  const Scene given = on(registry, engine, control, timeline);
  if (keeper_ == nullptr || given.kept_ == nullptr) return run(given);
  try {
    return run(given);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::device) throw;
  }
  giveUp(engine);
  return run(Scene(view_));
}

/// Lets the built-in engines keep pictures.
void addPictures(Registry& registry);

}  // namespace espy
#pragma GCC visibility pop
