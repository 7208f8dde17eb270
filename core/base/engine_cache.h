// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

namespace espy {

/// What engines keep of an object between calls, such as a copy in a GPU's memory. Thread-safe.
class EngineCache {
 public:
  /// What the engine keeps, created by `make` at the first call; nothing if that throws.
  std::shared_ptr<void> get(std::string_view engine,
                            const std::function<std::shared_ptr<void>()>& make) {
    const std::lock_guard lock(mutex_);
    const auto at = kept_.find(engine);
    if (at != kept_.end()) return at->second;
    return kept_.emplace(std::string(engine), make()).first->second;
  }
  bool has(std::string_view engine) const {
    const std::lock_guard lock(mutex_);
    return kept_.contains(engine);
  }
  /// Drops everything; callers of `get` keep what they have.
  void clear() {
    const std::lock_guard lock(mutex_);
    kept_.clear();
  }

 private:
  mutable std::mutex mutex_;
  std::map<std::string, std::shared_ptr<void>, std::less<>> kept_;
};

}  // namespace espy
