// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "index/actions.h"

#include <fmt/format.h>

#include <iostream>

#include "base/json.h"
#include "batch/image_list.h"
#include "common/interrupts.h"
#include "common/messages.h"
#include "common/output.h"
#include "common/progress_line.h"
#include "index/unfinished.h"

namespace espy::cli {
namespace {

constexpr std::size_t kParts = 1000;  ///< of the progress of work that has no items

std::string summaryOf(const std::string& index, const SceneIndexWriter::Added& added) {
  std::string text =
      fmt::format("{}: {} picture{} added", index, added.added, added.added == 1 ? "" : "s");
  const auto also = [&](std::size_t count, const char* what) {
    if (count > 0) text += fmt::format(", {} {}", count, what);
  };
  also(added.replaced, "replaced");
  also(added.unchanged, "unchanged");
  also(added.failed, "failed");
  return text + "\n";
}

/// Adds pictures to an index.
int add(const IndexRequest& request, const std::vector<std::string>& files,
        const Interrupts& interrupts) {
  ProgressLine progress(files.size());
  std::size_t failed = 0;
  SceneIndexWriter::Options options;
  options.memory = request.memory;
  options.reading = request.reading;
  options.control.threads = request.threads;
  options.control.stop = interrupts.token();
  options.failed = [&](const Error& error) {
    ++failed;
    progress.end();
    printError(error.what());
  };
  options.done = [&](std::size_t done) {
    progress.update(done, failed, static_cast<double>(done) / static_cast<double>(files.size()));
  };
  const SceneIndexWriter::Added added = SceneIndexWriter(request.index).add(files, options);
  progress.end();
  const bool allFailed = added.failed == files.size();
  if (!allFailed) printText(summaryOf(request.index, added));
  return added.failed == 0 ? kDone : allFailed ? kRefused : kPartlyDone;
}

/// Without a picture there is no index.
void removeUnfinishedScenes(const std::string& index) {
  removeUnfinished<SceneIndexWriter>(
      index, [](const std::string& one) { return SceneIndex(one).facts().segments; });
}

}  // namespace

int createScenes(const IndexRequest& request) {
  const Interrupts interrupts;
  const std::vector<std::string> files = batch::imagesOf(request.others, "", std::cin);
  removeUnfinishedScenes(request.index);
  if (request.tolerant) {
    SceneIndex::createTolerant(request.index,
                               request.side > 0 ? request.side : SceneIndex::kDefaultTolerantSide);
  } else {
    SceneIndex::create(request.index, request.side > 0 ? request.side : SceneIndex::kDefaultSide);
  }
  int status = kRefused;
  // After a failure, pictures that were committed stay.
  try {
    status = add(request, files, interrupts);
  } catch (...) {
    removeUnfinishedScenes(request.index);
    throw;
  }
  if (status == kRefused) removeUnfinishedScenes(request.index);
  return status;
}

int addScenes(const IndexRequest& request) {
  const Interrupts interrupts;
  return add(request, batch::imagesOf(request.others, "", std::cin), interrupts);
}

int removeScenes(const IndexRequest& request) {
  const Interrupts interrupts;
  const std::vector<std::string> unknown = SceneIndexWriter(request.index).remove(request.others);
  for (const std::string& file : unknown) {
    printError(fmt::format("{}: has no picture {}", request.index, file));
  }
  return unknown.empty() ? kDone : unknown.size() == request.others.size() ? kRefused : kPartlyDone;
}

int listScenes(const IndexRequest& request) {
  const SceneIndex index(request.index);
  Output out;
  for (const SceneIndex::Indexed& scene : index.scenes()) {
    if (request.json) {
      out.format("{{\"image\":{},\"width\":{},\"height\":{},\"bytes\":{}}}\n",
                 jsonString(scene.file), scene.size.width, scene.size.height, scene.bytes);
    } else {
      out.format("{}\n", inOneLine(scene.file));
    }
  }
  out.flush();
  return kDone;
}

int describeScenes(const IndexRequest& request) {
  const SceneIndex::Facts facts = SceneIndex(request.index).facts();
  Output out;
  if (request.json) {
    out.format("{{\"side\":{},\"scenes\":{},\"removed\":{},\"pixels\":{},\"entries\":{},",
               facts.side, facts.scenes, facts.removed, facts.pixels, facts.entries);
    out.format("\"segments\":{},\"bytes\":{},\"tolerant\":{}}}\n", facts.segments, facts.bytes,
               facts.tolerant);
  } else {
    out.format("scenes              {}\nremoved             {}\nsmallest needle     {}\n",
               facts.scenes, facts.removed, facts.side);
    out.format("pixels              {}\nentries             {}\nsegments            {}\n",
               facts.pixels, facts.entries, facts.segments);
    out.format("bytes               {}\ntolerant            {}\n", facts.bytes,
               facts.tolerant ? "yes" : "no");
  }
  out.flush();
  return kDone;
}

int verifyScenes(const IndexRequest& request) {
  const Interrupts interrupts;
  ProgressLine progress(kParts);
  const std::vector<Message> faults =
      SceneIndex(request.index).verify(controlOf(request.threads, interrupts, progress));
  progress.end();
  Output out;
  for (const Message& fault : faults) {
    if (request.json) {
      out.format("{{\"what\":{}}}\n", jsonString(fault.text()));
    } else {
      out.format("{}\n", fault.text());
    }
  }
  out.flush();
  printText(faults.empty() ? fmt::format("{}: whole\n", request.index)
                           : fmt::format("{}: {} fault{}\n", request.index, faults.size(),
                                         faults.size() == 1 ? "" : "s"));
  return faults.empty() ? kDone : kRefused;
}

int compactScenes(const IndexRequest& request) {
  const Interrupts interrupts;
  ProgressLine progress(kParts);
  SceneIndexWriter writer(request.index);
  const std::int64_t before = SceneIndex(request.index).facts().bytes;
  writer.compact(controlOf(request.threads, interrupts, progress));
  progress.end();
  printText(fmt::format("{}: {} bytes, {} before\n", request.index,
                        SceneIndex(request.index).facts().bytes, before));
  return kDone;
}

}  // namespace espy::cli
