// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "batch/fingerprint.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "base/hash.h"

namespace espy::batch {
namespace {

/// Concatenates fields with length prefixes, so that the encoding is unambiguous.
class Text {
 public:
  void add(std::string_view field) {
    text_ += fmt::format("{}:", field.size());
    text_ += field;
  }
  void add(double number) { add(std::string_view(fmt::format("{}", number))); }
  void add(const PoseRange& range) {
    add(range.first);
    add(range.last);
    add(range.step);
  }
  std::uint64_t hash() const { return hashOf(text_); }

 private:
  std::string text_;
};

/// Names, sizes and times of an index's files: each change writes files of other names, and
/// reading all of them would take long.
void addIndex(Text& text, const std::string& folder) {
  std::set<std::filesystem::path> files;
  std::error_code failure;
  for (std::filesystem::directory_iterator each(folder, failure), end; !failure && each != end;
       each.increment(failure)) {
    files.insert(each->path());
  }
  for (const std::filesystem::path& file : files) {
    if (file.filename() == "lock") continue;
    const FileMark mark = markOf(file.string());
    text.add(file.filename().string());
    text.add(std::to_string(mark.bytes));
    text.add(std::to_string(mark.changed));
  }
}

}  // namespace

std::uint64_t contentOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return 0;
  std::ostringstream bytes;
  bytes << file.rdbuf();
  return hashOf(bytes.view());
}

std::uint64_t nameHash(const std::string& image) {
  return hashOf(image, 1);
}

std::uint64_t jobFingerprint(const BatchJob& job) {
  Text text;
  text.add(static_cast<double>(job.method));
  text.add(job.tolerance);
  text.add(static_cast<double>(job.distances));
  text.add(job.minScore);
  text.add(static_cast<double>(job.weighted));
  // Left out at its default, so that the hashes of older journals stay valid.
  if (job.channelMeans != ChannelMeans::all) text.add("means of each channel");
  if (job.denoise != 0) {
    text.add("denoise");
    text.add(job.denoise);
  }
  text.add(static_cast<double>(job.wantBest));
  text.add(job.pose.angle);
  text.add(job.pose.scale);
  text.add(static_cast<double>(job.pose.quarterTurns));
  text.add(static_cast<double>(job.pose.flip));
  text.add(static_cast<double>(job.pose.search));
  text.add(job.pose.visible);
  text.add(static_cast<double>(job.pose.polarity));
  text.add(job.select.overlap);
  text.add(static_cast<double>(job.select.across));
  text.add(job.select.top ? std::to_string(*job.select.top) : std::string("all"));
  text.add(static_cast<double>(job.nearest));
  text.add(static_cast<double>(job.subPixel));
  text.add(job.judgeFile.empty() ? "none" : hexOf(contentOf(job.path(job.judgeFile))));
  text.add(job.judgeRecall);
  text.add(std::to_string(job.maxPixels));
  for (const BatchNeedle& needle : job.needles) {
    text.add(needle.file);
    if (!needle.name.empty()) text.add(needle.name);
    text.add(hexOf(contentOf(job.path(needle.file))));
    text.add(needle.mask.empty() ? "none" : hexOf(contentOf(job.path(needle.mask))));
  }
  if (!job.index.empty()) {
    text.add("index");
    text.add(job.index);
    addIndex(text, job.path(job.index));
  }
  text.add(job.outputFolder);
  text.add(job.cropFolder);
  text.add(job.naming);
  if (!job.outputFolder.empty()) {
    text.add(static_cast<double>(job.mark.style));
    text.add(job.mark.thickness);
    text.add(
        fmt::format("{} {} {}", job.mark.colour.red, job.mark.colour.green, job.mark.colour.blue));
    if (job.mark.flagsInAlpha) text.add("flags in alpha");
  }
  return text.hash();
}

JournalHead headOf(const BatchJob& job) {
  Text names;
  for (const std::string& image : job.images) names.add(image);
  Text outputs;
  for (const std::string& output :
       {job.summary, job.lines, job.outputFolder, job.cropFolder, job.naming}) {
    outputs.add(output);
  }
  return {job.file, job.shard, job.images.size(), names.hash(), outputs.hash()};
}

}  // namespace espy::batch
