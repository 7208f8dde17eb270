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

/// What the choice of an engine depends on.
struct Workload {
  Size scene;
  PixelFormat format;
  std::size_t needles = 1;
  /// Cost on the CPU per pixel and needle on one thread, if every position is tested; 0 for exact
  /// search, which samples.
  double nanoseconds = 0;
  int threads = 1;           ///< available to the CPU engines
  std::size_t searches = 1;  ///< number of successive searches that an engine may need
};

/// Chooses an engine by estimated cost. `objection` returns why the GPU engine cannot do it, or
/// nothing; it is called only if the GPU would be faster, because starting a driver is slower than
/// most searches.
Choice chooseFindEngine(const Workload& workload, const std::function<Message()>& objection);

/// Throws `badUse` if an engine was requested that does not hold this picture.
void checkKeeper(std::string_view engine, const KeptPicture& kept);

/// One search by the requested engine, the one that holds the picture, or the one chosen by cost;
/// with a fallback if a device fails.
class SearchAttempt {
 public:
  SearchAttempt(const Registry& registry, const Scene& scene, const FindOptions& options,
                const Workload& workload, const std::function<Message()>& objection,
                RunReport& report);
  /// `choose` chooses the engine for `auto`; `searches` as in `Workload`.
  SearchAttempt(const Registry& registry, const Scene& scene, const FindOptions& options,
                const std::function<Choice()>& choose, std::size_t searches, RunReport& report);

  const std::string& engine() const { return choice_.engine; }
  /// The scene as passed to the engine.
  const Scene& scene();
  /// Calls `search()`, which uses this engine and scene, until it returns. After an error it falls
  /// back to the view, in parts, if the picture did not fit into device memory, or to the CPU if
  /// the chosen GPU failed, and reports why; other errors are rethrown.
  template <class Search>
  void run(const Search& search) {
    for (;;) {
      try {
        return search();
      } catch (const Error& error) {
        recover(error);
      }
    }
  }

 private:
  /// To be called in the handler of `error`.
  void recover(const Error& error);

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
