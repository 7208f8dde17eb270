// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "common/needles.h"

#include <fmt/format.h>

#include "common/file_run.h"

namespace espy::cli {
namespace {

bool isOpaque(const Needle& needle, std::int64_t x, std::int64_t y) {
  const PixelFormat format = needle.picture.format();
  const bool opaque =
      !format.hasAlpha() || sampleAt(needle.picture, x, y, format.channels - 1) != 0;
  return opaque && (!needle.mask || sampleAt(*needle.mask, x, y, 0) != 0);
}

bool anyOpaque(const Needle& needle) {
  for (std::int64_t y = 0; y < needle.picture.height(); ++y) {
    for (std::int64_t x = 0; x < needle.picture.width(); ++x) {
      if (isOpaque(needle, x, y)) return true;
    }
  }
  return false;
}

[[noreturn]] void refuseNeedle(const std::string& file, const std::string& fact) {
  throw Error(ErrorCode::badUse, file + ": " + fact);
}

}  // namespace

void Notes::add(const std::string& file, const ReadPicture& read) {
  if (!read.note.empty()) waiting_.push_back(file + ": note: " + read.note.text());
}

void Notes::print() {
  for (const std::string& note : waiting_) printError(note);
  waiting_.clear();
}

namespace {

/// Reads a copy: a mapped file could change while many images are searched.
Image kept(const std::string& file, const ReadOptions& reading, Notes& notes) {
  const ReadPicture read = readPicture(file, reading);
  Image copy = Image::copyOf(read.image);
  checkUncut(read.image);
  notes.add(file, read);
  return copy;
}

}  // namespace

Needles::Needles(const std::vector<std::string>& files, const std::string& mask,
                 const ReadOptions& reading)
    : files_(files) {
  if (!mask.empty()) {
    mask_ = kept(mask, reading, notes_);
    if (mask_.format().channels != 1) refuseNeedle(mask, "a mask must be grey, without alpha");
  }
  for (const std::string& file : files) {
    pictures_.push_back(kept(file, reading, notes_));
    Needle needle{pictures_.back().view(), std::nullopt};
    if (!mask.empty()) {
      if (mask_.size() != needle.picture.size()) {
        refuseNeedle(mask, fmt::format("the mask has {} x {} pixels, but the needle {} has {} x {}",
                                       mask_.size().width, mask_.size().height, file,
                                       needle.picture.width(), needle.picture.height()));
      }
      needle.mask = mask_.view();
    }
    if (!anyOpaque(needle)) {
      refuseNeedle(file, mask.empty()
                             ? "the needle has no opaque pixel, so it would match everywhere"
                             : "the mask " + mask + " leaves no opaque pixel of the needle");
    }
    needles_.push_back(needle);
  }
}

void Needles::check(const Registry& registry, const FindOptions& options) const {
  for (std::size_t i = 0; i < files_.size(); ++i) {
    named(files_[i], [&] {
      Needle needle = needles_[i];
      Image filtered;
      if (options.denoise != 0) {
        DenoiseOptions denoising{.strength = options.denoise, .engine = options.engine};
        denoising.control = options.control;
        filtered = denoise(registry, needle.picture, denoising).image;
        needle.picture = filtered;
      }
      espy::check(needle, needle.picture.format(), options);
    });
  }
}

std::vector<std::string> Needles::notesOnSize(const std::string& scene, const Size& size,
                                              const FindOptions& options) const {
  std::vector<std::string> notes;
  if (options.method == Method::outline || options.pose.isAsked()) return notes;
  for (std::size_t i = 0; i < files_.size(); ++i) {
    const Size needle = needles_[i].picture.size();
    if (needle.width <= size.width && needle.height <= size.height) continue;
    notes.push_back(
        fmt::format("{}: note: the needle {} ({} x {} pixels) is larger than this image "
                    "({} x {} pixels)",
                    scene, files_[i], needle.width, needle.height, size.width, size.height));
  }
  return notes;
}

}  // namespace espy::cli
