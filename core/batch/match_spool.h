// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "espy/find.h"

namespace espy::batch {

/// Where the matches of many images wait for the summary: a file without a name, so that memory
/// does not grow with images times matches.
class MatchSpool {
 public:
  /// Nothing is made before there is something to keep; `folder` is where, or, where that cannot
  /// be, among the system's temporary files.
  explicit MatchSpool(std::string folder) : folder_(std::move(folder)) {}

  /// Returns where these begin. Throws `system` where there is no room.
  std::uint64_t add(std::span<const Match> matches);
  /// Tells of so many, from one on.
  void read(std::uint64_t first, std::uint64_t count,
            const std::function<void(const Match&)>& tell) const;

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  void open();

  std::string folder_;
  std::unique_ptr<std::FILE, Close> file_;
  std::uint64_t count_ = 0;
};

/// All matches of one image.
struct SpooledMatches {
  std::shared_ptr<const MatchSpool> spool;
  std::uint64_t first = 0;
  std::uint64_t count = 0;
};

}  // namespace espy::batch
