// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "batch/summary.h"

#include <fmt/format.h>

#include <array>
#include <string>
#include <utility>

#include "base/csv.h"
#include "base/json_read.h"
#include "base/phrase.h"
#include "batch/journal.h"
#include "batch/outputs.h"
#include "espy/error.h"
#include "espy/pictures.h"

namespace espy::batch {
namespace {

const char* nameOf(BatchState state) {
  switch (state) {
    case BatchState::queued:
      return "queued";
    case BatchState::running:
      return "running";
    case BatchState::done:
      return "done";
    case BatchState::failed:
      return "failed";
    case BatchState::cancelled:
      return "cancelled";
  }
  return "";
}

/// Columns of a match, in order, as in the file.
enum Field {
  kNeedle,
  kX,
  kY,
  kWidth,
  kHeight,
  kScore,
  kDistance,
  kAngle,
  kScale,
  kMirrored,
  kCentreX,
  kCentreY,
  kJudge,
  kFields
};
using Row = std::array<std::string, kFields>;

/// Parses the JSON line of an image and reports its matches one by one.
class MatchesOfLine : public JsonEvents {
 public:
  using Emit = std::function<void(const Row&)>;
  explicit MatchesOfLine(const Emit& emit) : emit_(emit) {}

  void key(const std::string& name) override {
    key_ = name;
    element_ = 0;
    if (depth_ == 1) inMatches_ = name == "matches";
  }
  void begin(bool /*object*/) override {
    ++depth_;
    if (inMatches_ && depth_ == kInMatch) row_ = {};
  }
  void end() override {
    if (inMatches_ && depth_ == kInMatch) emit_(row_);
    --depth_;
  }
  void number(double value, std::string_view digits) override {
    if (!inMatches_) return;
    if (depth_ == kInMatch) {
      for (const auto& [name, field] : kNumbers) {
        if (key_ == name) row_[field] = fmt::format("{}", value);
      }
      // Distances may exceed 64 bits.
      if (key_ == "distance") row_[kDistance] = digits;
    } else if (depth_ == kInMatch + 1 && key_ == "centre") {
      row_[element_++ == 0 ? kCentreX : kCentreY] = fmt::format("{}", value);
    }
  }
  void boolean(bool value) override {
    if (inMatches_ && depth_ == kInMatch && key_ == "mirrored") row_[kMirrored] = value ? "1" : "0";
  }
  void text(const std::string& value) override {
    if (inMatches_ && depth_ == kInMatch && key_ == "needle") row_[kNeedle] = csvField(value);
  }

 private:
  /// Depth of a match: the line, its list of matches, the match.
  static constexpr int kInMatch = 3;
  static constexpr std::pair<const char*, Field> kNumbers[] = {
      {"x", kX},         {"y", kY},         {"width", kWidth}, {"height", kHeight},
      {"score", kScore}, {"angle", kAngle}, {"scale", kScale}, {"judge", kJudge}};

  const Emit& emit_;
  Row row_;
  std::string key_;
  int depth_ = 0;
  int element_ = 0;
  bool inMatches_ = false;
};

/// Writes a summary row by row.
class Summary {
 public:
  Summary(const BatchJob& job, const Write& write)
      : job_(job), poses_(job.pose.isAsked()), judged_(!job.judgeFile.empty()), write_(write) {
    csv_ = "image,state,needle,x,y,width,height,score,distance,";
    if (poses_) csv_ += "angle,scale,mirrored,centre_x,centre_y,";
    if (judged_) csv_ += "judge,";
    if (job.times) csv_ += "milliseconds,";
    csv_ += "reason\r\n";
  }

  void add(const BatchItem& item) {
    const bool ran = item.state == BatchState::done || item.state == BatchState::failed;
    begin_ = csvField(item.image) + ',' + nameOf(item.state) + ',';
    end_ = csvField(item.reason.text()) + "\r\n";
    if (job_.times) end_ = (ran ? fmt::format("{:.3f},", item.milliseconds) : ",") + end_;
    bool any = false;
    const MatchesOfLine::Emit emit = [&](const Row& row) {
      any = true;
      addRow(row);
    };
    if (item.record) {
      MatchesOfLine matches(emit);
      const std::string line = item.record->journal->line(*item.record);
      if (const Message wrong = readJson(line, matches); !wrong.empty()) {
        throw Error(ErrorCode::system, phrase("{}: {}", item.image, wrong));
      }
    } else {
      for (const Match& match : item.matches) emit(rowOf(match));
    }
    if (!any) addRow({});
  }

  void finish() { write_(csv_); }

 private:
  Row rowOf(const Match& match) const {
    const SubPixel centre = outlineOf(match).centre;
    const auto number = [](auto value) { return fmt::format("{}", value); };
    return {csvField(job_.needles.at(match.needle).title()),
            number(match.x),
            number(match.y),
            number(match.width),
            number(match.height),
            number(match.score),
            match.distance.digits(),
            number(match.angle),
            number(match.scale),
            match.mirrored ? "1" : "0",
            number(centre.x),
            number(centre.y),
            ""};
  }

  void addRow(const Row& row) {
    csv_ += begin_;
    const auto fields = [&](Field first, Field last) {
      for (std::size_t f = first; f <= last; ++f) {
        if (f != kDistance || job_.hasDistance()) csv_ += row[f];
        csv_ += ',';
      }
    };
    fields(kNeedle, kDistance);
    if (poses_) fields(kAngle, kCentreY);
    if (judged_) fields(kJudge, kJudge);
    csv_ += end_;
    constexpr std::size_t kPart = 1 << 16;
    if (csv_.size() < kPart) return;
    write_(csv_);
    csv_.clear();
  }

  const BatchJob& job_;
  bool poses_;
  bool judged_;
  const Write& write_;
  std::string begin_;
  std::string end_;
  std::string csv_;
};

}  // namespace

void summarise(const BatchJob& job, std::span<const BatchItem> items, const Write& write) {
  Summary summary(job, write);
  for (const BatchItem& item : items) summary.add(item);
  summary.finish();
}

void writeLines(std::span<const BatchItem> items, const Write& write) {
  std::string lines;
  for (const BatchItem& item : items) {
    if (!item.record) continue;
    lines += item.record->journal->line(*item.record);
    lines += '\n';
    constexpr std::size_t kPart = 1 << 20;
    if (lines.size() < kPart) continue;
    write(lines);
    lines.clear();
  }
  write(lines);
}

void writeReport(const BatchJob& job, std::span<const BatchItem> items, bool ours) {
  const auto write = [&](const std::string& name, const std::function<void(const Write&)>& parts) {
    if (name.empty()) return;
    const std::string file = job.path(name);
    makeFolderOf(file);
    writeFileInParts(file, parts, {}, existing(file, job.overwrite, ours));
  };
  write(job.summary, [&](const Write& to) { summarise(job, items, to); });
  write(job.lines, [&](const Write& to) { writeLines(items, to); });
}

}  // namespace espy::batch
