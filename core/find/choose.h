// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/choice.h"
#include "espy/engine/find.h"
#include "espy/engine/registry.h"
#include "espy/engine/scene.h"
#include "espy/error.h"
#include "espy/image.h"

namespace espy::finders {

/// What there is to do, as far as it decides which engine does it.
struct Work {
  Size scene;
  PixelFormat format;
  std::size_t needles = 1;
  /// Cost on the processor of one pixel and one needle on one thread, where every position is
  /// tested; 0 for exact search, which samples.
  double nanoseconds = 0;
  int threads = 1;           ///< that the processor's engines may use
  std::size_t searches = 1;  ///< one after the other, that an engine may need
};

/// Chooses by an estimate of the work alone. `objection` returns why the GPU's engine cannot do it,
/// or nothing; it is called only where the GPU would be faster, because starting a driver takes
/// longer than most searches.
Choice chooseEngine(const Work& work, const std::function<Message()>& objection);

/// Throws `badUse` where an engine was named that does not keep this picture.
void checkKeeper(std::string_view engine, const KeptPicture& kept);

/// One search by the engine that was named, the one that keeps the picture, or the one that is
/// chosen; and what to do when a device fails.
///
///     for (finders::Attempt attempt(...);;) {
///       try {
///         return registry.get<FindExact>(attempt.engine())(attempt.scene(), ...);
///       } catch (const Error& error) {
///         attempt.recover(error);
///       }
///     }
class Attempt {
 public:
  Attempt(const Registry& registry, const Scene& scene, const FindOptions& options,
          const Work& work, const std::function<Message()>& objection, RunReport& report);

  const std::string& engine() const { return choice_.engine; }
  /// What this engine is given of the scene.
  const Scene& scene();
  /// Goes on with the view, part by part, where a device had no room for the picture, or with the
  /// processor where the chosen GPU failed, and reports why. Otherwise throws the error again; to
  /// be called while it is handled.
  void recover(const Error& error);

 private:
  const Registry& registry_;
  const Scene& asked_;
  const Control& control_;
  RunReport& report_;
  Choice choice_;
  std::size_t searches_;
  std::optional<SceneOnEngine> given_;
  std::chrono::steady_clock::time_point start_;
};

}  // namespace espy::finders
