// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "batch/needles.h"

#include <filesystem>
#include <optional>

#include "base/phrase.h"
#include "espy/engine/find.h"
#include "espy/error.h"
#include "espy/pictures.h"

namespace espy::batch {

LoadedNeedles::LoadedNeedles(const BatchJob& job) {
  if (!job.index.empty()) index_.emplace(job.path(job.index));
  for (const BatchNeedle& needle : job.needles) {
    Needle loaded{load(job.path(needle.file)), std::nullopt};
    if (!needle.mask.empty()) loaded.mask = load(job.path(needle.mask));
    needles_.push_back(loaded);
  }
}

Finding LoadedNeedles::find(const Registry& registry, const Scene& scene,
                            const FindOptions& options) const {
  return index_ ? espy::find(registry, scene, *index_, options)
                : espy::find(registry, scene, needles_, options);
}

Message LoadedNeedles::noteOnSize(const BatchJob& job, Size scene) const {
  if (job.method == Method::outline || job.pose.isAsked()) return {};
  if (index_) {
    if (!index_->allLargerThan(scene)) return {};
    return phrase("all needles of the index are larger than this image ({} x {} pixels)",
                  scene.width, scene.height);
  }
  std::vector<std::size_t> large;
  for (std::size_t i = 0; i < needles_.size(); ++i) {
    const Size size = needles_[i].picture.size();
    if (size.width > scene.width || size.height > scene.height) large.push_back(i);
  }
  if (large.empty()) return {};
  const Size size = needles_[large.front()].picture.size();
  const std::string& name = job.needles[large.front()].title();
  if (large.size() == 1) {
    return phrase("the needle {} ({} x {} pixels) is larger than this image ({} x {} pixels)", name,
                  size.width, size.height, scene.width, scene.height);
  }
  return phrase("{} needles, the first of them {}, are larger than this image ({} x {} pixels)",
                large.size(), name, scene.width, scene.height);
}

ImageView LoadedNeedles::load(const std::string& file) {
  if (file == "-")
    throw Error(ErrorCode::badUse, phrase("a batch reads files, not standard input"));
  std::error_code failure;
  if (std::filesystem::exists(file, failure) && !std::filesystem::is_regular_file(file, failure)) {
    // Needles are read twice: for the plan and for the run.
    throw Error(ErrorCode::system,
                phrase("{}: is not a file that can be read more than once", file));
  }
  // A copy, because the file may change during a long run.
  const ReadPicture read = readPicture(file);
  const ImageView copy = pictures_.emplace_back(Image::copyOf(read.image)).view();
  checkUncut(read.image);
  return copy;
}

void checkNeedles(const BatchJob& job, const Registry& registry) {
  if (job.needles.empty() == job.index.empty()) {
    throw Error(ErrorCode::badUse,
                job.index.empty()
                    ? phrase("there is no needle to find")
                    : phrase("a batch searches for needles or by an index, not both"));
  }
  const LoadedNeedles needles(job);
  const Image scene({1, 1}, {1, Depth::u8});
  if (needles.index() != nullptr) needles.find(registry, scene, job);
  for (std::size_t i = 0; i < job.needles.size(); ++i) {
    try {
      find(registry, scene, needles.all().subspan(i, 1), job);
    } catch (const Error& error) {
      throw Error(error.code(), phrase("{}: {}", job.needles[i].title(), error.message()));
    }
  }
}

}  // namespace espy::batch
