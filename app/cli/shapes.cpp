// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "shapes.h"

#include <algorithm>
#include <iostream>
#include <span>
#include <utility>

#include "base/json.h"
#include "batch/image_list.h"
#include "common/file_run.h"
#include "common/messages.h"
#include "common/output.h"
#include "espy/contour.h"
#include "espy/pictures.h"

namespace espy::cli {
namespace {

std::vector<SubPixel> outlineIn(const std::string& file, const ReadOptions& reading) {
  const ReadPicture read = readPicture(file, reading);
  std::vector<std::vector<SubPixel>> outlines = outlinesOf({read.image});
  if (outlines.empty()) {
    throw Error(ErrorCode::badUse, file + ": has no outline; it needs transparent pixels or edges");
  }
  return std::move(outlines.front());
}

}  // namespace

int compareShapes(const SharedOptions& shared, const std::vector<std::string>& words,
                  std::size_t top) {
  FileRun run(shared.threads);
  ReadOptions reading = shared.reading;
  reading.stop = run.control().stop;
  const std::vector<SubPixel> shape = outlineIn(words.front(), reading);
  const std::vector<std::string> files = batch::imagesOf(std::span(words).subspan(1), "", std::cin);
  std::vector<std::pair<double, std::string>> nearest;
  for (const std::string& file : files) {
    run.control().check();
    run.tryOne(file, [&] {
      nearest.emplace_back(outlineDistance(shape, outlineIn(file, reading)), file);
    });
  }
  std::ranges::sort(nearest);
  if (nearest.size() > top) nearest.resize(top);
  Output out;
  if (!shared.quiet && shared.json) {
    out.format("{{\"shape\":{},\"pictures\":{},\"matches\":[", jsonString(words.front()),
               files.size());
    for (std::size_t i = 0; i < nearest.size(); ++i) {
      out.format("{}{{\"file\":{},\"distance\":{}}}", i == 0 ? "" : ",",
                 jsonString(nearest[i].second), jsonNumber(nearest[i].first));
    }
    out.text("]}\n");
  } else if (!shared.quiet) {
    for (const auto& [distance, file] : nearest)
      out.format("{}: distance={:.4f}\n", file, distance);
  }
  out.flush();
  return run.status(files.size(), !nearest.empty());
}

}  // namespace espy::cli
