// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "watch/recorder.h"

#include <cmath>

namespace espy::cli {

void Recorder::add(const Stream& stream, std::span<const Match> matches) {
  constexpr double kUsualRate = 25;
  if (!writer_) {
    if (rate_ <= 0) rate_ = stream.rate() > 0 ? stream.rate() : kUsualRate;
    writer_.emplace(path_, stream.picture().size(), rate_);
    start_ = stream.time();
  }
  // A frame that comes early replaces nothing; one that comes late fills the gap.
  const auto due = std::llround((stream.time() - start_) * rate_) + 1;
  if (written_ >= due) return;
  const Image marked = markedPicture(stream.picture(), matches, marks_);
  for (; written_ < due; ++written_) writer_->write(marked);
}

void Recorder::finish() {
  if (writer_) writer_->finish();
  writer_.reset();
}

}  // namespace espy::cli
