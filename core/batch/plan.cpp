// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "batch/plan.h"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/phrase.h"
#include "batch/fingerprint.h"
#include "batch/needles.h"
#include "batch/outputs.h"
#include "espy/engine/contour.h"
#include "espy/engine/exact.h"
#include "espy/engine/mark.h"
#include "espy/engine/score.h"
#include "espy/engine/video.h"
#include "espy/error.h"

namespace espy::batch {
namespace {

namespace fs = std::filesystem;

/// Throws for options or an engine that are invalid for any image.
void checkOptions(const BatchJob& job, const Registry& registry) {
  const bool outlines = job.method == Method::outline;
  if (job.engine != "auto" && outlines) registry.get<FindOutlines>(job.engine);
  if (job.engine != "auto" && job.scored() && !outlines) registry.get<FindScored>(job.engine);
  if (job.engine != "auto" && !job.scored()) registry.get<FindExact>(job.engine);
  // Lets the modules check, with a picture of one pixel.
  const Image scene({1, 1}, {1, Depth::u8});
  const Finding nothing = find(registry, scene, {}, job);
  if (!job.outputFolder.empty()) {
    markedPicture(registry, nothing.report.engine, scene, nothing.matches, job.mark);
  }
}

void checkReports(const BatchJob& job, bool ours) {
  for (const std::string& name : {job.summary, job.lines}) {
    if (name.empty()) continue;
    const std::string file = job.path(name);
    checkNew(file, job.overwrite || ours);
    if (fs::is_directory(file)) throw Error(ErrorCode::system, phrase("{}: is a folder", file));
    // A pipe or device is written in place, even where no file can be created.
    if (fs::exists(file) && !fs::is_regular_file(file)) continue;
    checkFolder(fs::path(file).parent_path().string());
  }
}

void checkShard(const BatchJob& job) {
  if (job.shard.of < 1 || job.shard.number < 1 || job.shard.number > job.shard.of) {
    throw Error(ErrorCode::badUse, phrase("there is no shard {} of {}; the first is 1",
                                          job.shard.number, job.shard.of));
  }
  if (job.shard.of > 1 && job.journal.empty()) {
    throw Error(ErrorCode::badUse, phrase("shards need a journal: the merge reads it"));
  }
}

bool isThere(const std::string& file) {
  struct stat status {};
  return ::lstat(file.c_str(), &status) == 0;
}

/// Evaluates the journal of an earlier run.
class Resuming {
 public:
  Resuming(const BatchJob& job, Plan& plan)
      : job_(job), plan_(plan), numbered_(job.naming.find("{number}") != std::string::npos) {
    for (std::size_t i = 0; i < plan.items.size(); ++i) {
      items_.emplace(nameHash(plan.items[i].image), i);
    }
    last_.resize(plan.items.size());
    known_.resize(plan.items.size(), false);
  }

  void hear(const Entry& entry) {
    sameAsked_ = sameAsked_ || entry.asked == plan_.asked;
    if (numbered_ && entry.done) wrote_.push_back({entry.image, entry.number});
    const auto found = items_.find(entry.name);
    if (found == items_.end()) return;
    last_[found->second] = entry;
    known_[found->second] = true;
  }

  /// Whether any record is from the same request, output locations included.
  bool sameAsked() const { return sameAsked_; }

  /// After the last record. `ours`: outputs have the locations of the journal's head.
  void take(const JournalHead& before, bool ours) {
    if (numbered_ && ours) takeNumbered(before);
    for (std::size_t i = 0; i < last_.size(); ++i) {
      if (!known_[i]) continue;
      // With numbered outputs, the files may belong to other images.
      if (!numbered_) plan_.files[i].ours = ours;
      const bool counts = sameNumber(i, before) && stillCounts(i);
      Entry& entry = last_[i];
      if (!counts && entry.file != kOutputTaken) continue;
      entry.number = plan_.items[i].number;
      plan_.entries.push_back(entry);
      if (!counts) continue;
      BatchItem& item = plan_.items[i];
      item.state = entry.done ? BatchState::done : BatchState::failed;
      item.reason = Message(entry.reason);
      item.found = entry.found;
      item.milliseconds = entry.milliseconds;
    }
  }

  /// A foreign file at an output path is never ours.
  void spareOthers() {
    for (std::size_t i = 0; i < last_.size(); ++i) {
      if (known_[i] && last_[i].file == kOutputTaken) plan_.files[i].ours = false;
    }
  }

 private:
  /// With numbered outputs, added or removed images shift the others' names.
  bool sameNumber(std::size_t i, const JournalHead& before) const {
    if (!numbered_ || (job_.outputFolder.empty() && job_.cropFolder.empty())) return true;
    return last_[i].number == plan_.items[i].number && nameOf(i) == nameOf(last_[i], before);
  }

  std::string nameOf(std::size_t i) const {
    return outputName(job_.naming, plan_.items[i].image, plan_.items[i].number, job_.images.size());
  }
  std::string nameOf(const Entry& entry, const JournalHead& before) const {
    return outputName(job_.naming, entry.image, entry.number, before.images);
  }

  /// Files named like an output of any finished image are ours.
  void takeNumbered(const JournalHead& before) {
    std::unordered_set<std::string> names;
    std::unordered_set<std::string> stems;
    for (const auto& [image, number] : wrote_) {
      const fs::path name = outputName(job_.naming, image, number, before.images);
      names.insert(name.string());
      stems.insert(name.stem().string());
    }
    for (std::size_t i = 0; i < plan_.files.size(); ++i) {
      const fs::path name = nameOf(i);
      const ImageProcessor::ImageFiles& files = plan_.files[i];
      plan_.files[i].ours = (files.output.empty() || names.contains(name.string())) &&
                            (files.crops.empty() || stems.contains(name.stem().string()));
    }
  }

  bool stillCounts(std::size_t i) const {
    const Entry& entry = last_[i];
    if (entry.asked != plan_.asked) return false;
    if (!entry.done && job_.begin == BatchBegin::retry) return false;
    const std::string path = job_.path(plan_.items[i].image);
    const FileMark now = markOf(path);
    if (!entry.done) return now == entry.file;
    // A missing image counts as unchanged, since it cannot be searched again.
    const bool same = now == entry.file || !isThere(fileOfImage(path)) ||
                      (now.bytes >= 0 && !frameOf(path) && contentOf(path) == entry.content);
    return same && outputsAreThere(plan_.files[i], entry.found);
  }

  static bool outputsAreThere(const ImageProcessor::ImageFiles& files, std::uint64_t found) {
    if (!files.output.empty() && !isThere(files.output)) return false;
    if (files.crops.empty()) return true;
    for (std::uint64_t rank = 1; rank <= found; ++rank) {
      if (!isThere(cropName(files.crops, rank))) return false;
    }
    return true;
  }

  const BatchJob& job_;
  Plan& plan_;
  std::unordered_map<std::uint64_t, std::size_t> items_;
  std::vector<Entry> last_;
  std::vector<bool> known_;
  bool sameAsked_ = false;
  bool numbered_;                                           ///< output names contain numbers
  std::vector<std::pair<std::string, std::size_t>> wrote_;  ///< finished images and their numbers,
                                                            ///< if numbered
};

/// Restores items, files and journal from an earlier run.
void resume(const BatchJob& job, Plan& plan) {
  Resuming resuming(job, plan);
  plan.journal = Journal::open(job.path(job.journal), job.shard, false,
                               [&](const Entry& entry) { resuming.hear(entry); });
  if (!plan.journal) return;
  const JournalHead head = headOf(job);
  plan.reportIsOurs = head.outputs == plan.journal->head().outputs;
  // If the journal's first line was damaged, a record of the same request shows that it is this
  // job's.
  const bool torn = !plan.journal->head().known() && resuming.sameAsked();
  const JournalHead before = torn ? head : plan.journal->head();
  // Files in other folders are foreign.
  resuming.take(before, head.outputs == before.outputs);
  if (head == before) {
    // Outputs may have been written just before they could be recorded.
    for (ImageProcessor::ImageFiles& files : plan.files) files.ours = true;
  }
  resuming.spareOthers();
}

void checkNotBegun(const BatchJob& job) {
  const std::string journal = Journal::fileOf(job.path(job.journal), job.shard);
  if (job.overwrite || !isThere(journal)) return;
  throw Error(ErrorCode::badUse,
              phrase("{}: this batch was started before; resume it, or remove this file", journal));
}

}  // namespace

Plan planned(const BatchJob& job, const Registry& registry) {
  if (job.images.empty()) throw Error(ErrorCode::badUse, phrase("there is no image to search"));
  if (std::find(job.images.begin(), job.images.end(), "-") != job.images.end()) {
    throw Error(ErrorCode::badUse, phrase("a batch reads files, not standard input"));
  }
  if (!job.judgeFile.empty() && !job.index.empty()) {
    throw Error(ErrorCode::badUse, phrase("a judge is for one needle, not for an index"));
  }
  if (!job.judgeFile.empty() && job.needles.size() != 1) {
    throw Error(ErrorCode::badUse,
                phrase("a judge is for one needle, not for {}", job.needles.size()));
  }
  checkShard(job);
  const std::vector<ImageOutputs> outputs = outputsOf(job);
  for (const std::string& folder : {job.outputFolder, job.cropFolder, job.journal}) {
    if (!folder.empty()) checkFolder(job.path(folder));
  }
  checkOptions(job, registry);
  checkNeedles(job, registry);

  Plan plan;
  if (!job.journal.empty()) plan.asked = jobFingerprint(job);
  for (std::size_t i = job.shard.number - 1; i < job.images.size(); i += job.shard.of) {
    BatchItem& item = plan.items.emplace_back();
    item.image = job.images[i];
    item.output = outputs[i].marked;
    item.number = i;
    plan.files.push_back({item.image, item.output, outputs[i].crops});
  }
  if (!job.journal.empty() && job.begin != BatchBegin::anew) resume(job, plan);
  if (!job.journal.empty() && !plan.journal) {
    if (job.begin == BatchBegin::anew) checkNotBegun(job);
    for (const ImageProcessor::ImageFiles& files : plan.files) {
      if (!files.output.empty()) checkNew(files.output, job.overwrite);
      if (!files.crops.empty()) checkNew(cropName(files.crops, 1), job.overwrite);
    }
  }
  checkReports(job, plan.reportIsOurs);
  return plan;
}

}  // namespace espy::batch
