// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "batch/plan.h"

#include <algorithm>
#include <filesystem>

#include "base/phrase.h"
#include "batch/needles.h"
#include "batch/outputs.h"
#include "espy/error.h"
#include "espy/marked.h"

namespace espy::batch {
namespace {

/// Throws for options and an engine that no image could be searched or marked with.
void checkOptions(const BatchJob& job, const Registry& registry) {
  if (job.engine != "auto" && job.scored()) registry.get<FindScored>(job.engine);
  if (job.engine != "auto" && !job.scored()) registry.get<FindExact>(job.engine);
  // The rooms know best what they refuse, so they are asked, with next to nothing to do.
  const Image scene({1, 1}, {1, Depth::u8});
  const Finding nothing = search(registry, job.engine, scene, {}, job);
  if (!job.outputFolder.empty()) {
    markedPicture(registry, nothing.report.engine, scene, nothing.matches, job.mark);
  }
}

}  // namespace

std::vector<BatchItem> planned(const BatchJob& job, const Registry& registry) {
  if (job.images.empty()) throw Error(ErrorCode::badUse, phrase("there is no image to search"));
  if (std::find(job.images.begin(), job.images.end(), "-") != job.images.end()) {
    throw Error(ErrorCode::badUse, phrase("a batch reads files, not standard input"));
  }
  const std::vector<std::string> outputs = outputsOf(job);
  if (!job.outputFolder.empty()) checkFolder(job.outputFolder);
  if (!job.summary.empty()) {
    checkNew(job.summary, job.overwrite);
    if (std::filesystem::is_directory(job.summary)) {
      throw Error(ErrorCode::system, phrase("{}: is a folder", job.summary));
    }
    checkFolder(std::filesystem::path(job.summary).parent_path().string());
  }
  checkOptions(job, registry);
  checkNeedles(job, registry);

  std::vector<BatchItem> items(job.images.size());
  for (std::size_t i = 0; i < items.size(); ++i) {
    items[i].image = job.images[i];
    items[i].output = outputs[i];
  }
  return items;
}

}  // namespace espy::batch
