// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "needles.h"

#include <fmt/format.h>

#include <utility>

#include "messages.h"

namespace espy::cli {
namespace {

/// Whether any pixel takes part in the comparison.
bool isOpaqueSomewhere(const Needle& needle) {
  const ImageView& picture = needle.picture;
  const int alpha = picture.format().channels - 1;
  for (std::int64_t y = 0; y < picture.height(); ++y) {
    for (std::int64_t x = 0; x < picture.width(); ++x) {
      const bool opaque = !picture.format().hasAlpha() || sampleAt(picture, x, y, alpha) != 0;
      if (opaque && (!needle.mask || sampleAt(*needle.mask, x, y, 0) != 0)) return true;
    }
  }
  return false;
}

[[noreturn]] void refuse(const std::string& file, const std::string& fact) {
  throw Error(ErrorCode::badUse, file + ": " + fact);
}

}  // namespace

void tellNote(const std::string& file, const ReadPicture& read) {
  if (!read.note.empty()) complain(file + ": note: " + read.note);
}

Image readAndTell(const std::string& file, const ReadOptions& reading) {
  ReadPicture read = readPicture(file, reading);
  tellNote(file, read);
  return std::move(read.image);
}

Needles::Needles(const std::vector<std::string>& files, const std::string& mask,
                 const ReadOptions& reading) {
  if (!mask.empty()) {
    mask_ = readAndTell(mask, reading);
    if (mask_.format().channels != 1) refuse(mask, "a mask must be grey, without alpha");
  }
  for (const std::string& file : files) {
    pictures_.push_back(readAndTell(file, reading));
    Needle needle{pictures_.back().view(), std::nullopt};
    if (!mask.empty()) {
      if (mask_.size() != needle.picture.size()) {
        refuse(mask, fmt::format("the mask has {} x {} pixels, but the needle {} has {} x {}",
                                 mask_.size().width, mask_.size().height, file,
                                 needle.picture.width(), needle.picture.height()));
      }
      needle.mask = mask_.view();
    }
    if (!isOpaqueSomewhere(needle)) {
      refuse(file, mask.empty() ? "the needle has no opaque pixel, so it would lie everywhere"
                                : "the mask " + mask + " leaves no opaque pixel of the needle");
    }
    needles_.push_back(needle);
  }
}

}  // namespace espy::cli
