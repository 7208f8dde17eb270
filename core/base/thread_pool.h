// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>

namespace espy {

/// Runs `work(0)` on the calling thread, and `work(1)`, `work(2)`, ... below `threads` on pooled
/// threads, or on OpenMP's within an OnOpenMp. Returns when all calls that began have ended. A call
/// that has not begun when `work(0)` ends is dropped, so every call must be able to finish the
/// whole job. If the system starts fewer threads, fewer take part, at least this one. `work` must
/// not throw. Thread-safe; a nested call runs only `work(0)`.
void runOnThreads(int threads, const std::function<void(int thread)>& work);

/// RAII: pooled threads beside the calling one, for work that may call `runOnThreads` itself.
class Crew {
 public:
  /// Fewer if the system starts fewer threads, at least the calling one.
  explicit Crew(int threads);
  ~Crew();
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  int size() const;
  /// Calls `work(0)` on the calling thread and `work(1)` to `work(size() - 1)` on the others.
  /// Returns when all have ended. `work` must not throw.
  void run(const std::function<void(int thread)>& work) const;

 private:
  struct Hired;

  std::unique_ptr<Hired> hired_;
};

}  // namespace espy
