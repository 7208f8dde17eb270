// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "batch/match_spool.h"

#include <fcntl.h>

#include <unistd.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

#include "base/phrase.h"
#include "base/size_signal.h"
#include "espy/error.h"

namespace espy::batch {
namespace {

[[noreturn]] void fail() {
  throw Error(ErrorCode::system, phrase("cannot keep matches for the summary: {}",
                                        std::generic_category().message(errno)));
}

}  // namespace

void MatchSpool::open() {
  if (file_) return;
  // Beside the summary there should be room for it.
  const int descriptor =
      ::open(folder_.empty() ? "." : folder_.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  file_.reset(descriptor >= 0 ? ::fdopen(descriptor, "w+b") : std::tmpfile());
  if (!file_) fail();
  // What there was no room for is not tried again, neither later nor in the end.
  std::setvbuf(file_.get(), nullptr, _IONBF, 0);
}

std::uint64_t MatchSpool::add(std::span<const Match> matches) {
  open();
  const WithoutSizeSignal guard;
  const std::uint64_t first = count_;
  if (::fseeko(file_.get(), static_cast<off_t>(first * sizeof(Match)), SEEK_SET) != 0 ||
      std::fwrite(matches.data(), sizeof(Match), matches.size(), file_.get()) != matches.size()) {
    fail();
  }
  count_ += matches.size();
  return first;
}

void MatchSpool::read(std::uint64_t first, std::uint64_t count,
                      const std::function<void(const Match&)>& tell) const {
  std::array<Match, 1024> some;
  if (::fseeko(file_.get(), static_cast<off_t>(first * sizeof(Match)), SEEK_SET) != 0) fail();
  while (count > 0) {
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(count, some.size()));
    if (std::fread(some.data(), sizeof(Match), wanted, file_.get()) != wanted) fail();
    std::for_each(some.begin(), some.begin() + static_cast<std::ptrdiff_t>(wanted), tell);
    count -= wanted;
  }
}

}  // namespace espy::batch
