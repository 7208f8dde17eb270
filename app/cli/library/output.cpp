// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "base/json.h"
#include "common/interrupts.h"
#include "common/messages.h"
#include "common/output.h"
#include "common/progress_line.h"
#include "library/request.h"

namespace espy::cli {
namespace {

std::string factsJson(const SurfaceFacts& facts) {
  return fmt::format(
      R"({{"references":{},"features":{},"removed":{},"slabs":{},"bytes":{},"features_each":{},)"
      R"("longest_side":{},"min_features":{},"maker":{}}})"
      "\n",
      facts.references, facts.features, facts.removed, facts.slabs, facts.bytes, facts.options.most,
      facts.options.longestSide, facts.leastFeatures, jsonString(facts.maker));
}

std::string factsText(const SurfaceFacts& facts) {
  std::string text;
  const auto line = [&](const char* name, const auto& value) {
    text += fmt::format("{:<20}{}\n", name, value);
  };
  line("references", facts.references);
  line("features", facts.features);
  line("removed", facts.removed);
  line("slabs", facts.slabs);
  line("bytes", facts.bytes);
  line("features of each", fmt::format("{} to {}", facts.leastFeatures, facts.options.most));
  line("longest side", facts.options.longestSide);
  line("made by", facts.maker.empty() ? "?" : facts.maker);
  return text;
}

}  // namespace

int printInfo(const LibraryRequest& request) {
  const SurfaceFacts facts = SurfaceLibrary(request.library).facts();
  Output out;
  out.text(request.json ? factsJson(facts) : factsText(facts));
  out.flush();
  return kDone;
}

int printIds(const LibraryRequest& request) {
  constexpr std::int64_t kAtOnce = 10'000;
  const SurfaceLibrary library(request.library);
  Output out;
  std::string after;
  for (;;) {
    const std::vector<std::string> ids = library.ids(after, kAtOnce);
    if (ids.empty()) break;
    for (const std::string& id : ids) out.format("{}\n", id);
    after = ids.back();
  }
  out.flush();
  return kDone;
}

int printFiles(const LibraryRequest& request) {
  Output out;
  for (const std::string& name : snapshotFiles(request.library)) out.format("{}\n", name);
  out.flush();
  return kDone;
}

int printFaults(const LibraryRequest& request) {
  const Interrupts interrupts;
  ProgressLine progress(100);
  const std::vector<SurfaceFault> faults =
      verifyLibrary(request.library, controlOf(request.threads, interrupts, progress));
  progress.end();
  Output out;
  for (const SurfaceFault& fault : faults) {
    if (request.json) {
      out.format("{{\"id\":{},\"what\":{}}}\n", fault.id.empty() ? "null" : jsonString(fault.id),
                 jsonString(fault.what.text()));
    } else {
      out.format("{}{}{}\n", fault.id, fault.id.empty() ? "" : ": ", fault.what.text());
    }
  }
  out.flush();
  printText(faults.empty() ? fmt::format("{}: whole\n", request.library)
                           : fmt::format("{}: {} fault{}\n", request.library, faults.size(),
                                         faults.size() == 1 ? "" : "s"));
  return faults.empty() ? kDone : kRefused;
}

}  // namespace espy::cli
