// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <limits>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "base/json_read.h"
#include "base/phrase.h"
#include "batch/image_list.h"
#include "batch/job_file.h"
#include "espy/engine/batch.h"
#include "espy/error.h"

namespace espy {
namespace batch {
namespace {

/// A value of a job file, with its path for messages.
class Value {
 public:
  Value(const JsonValue& json, std::string file, std::string way)
      : json_(json), file_(std::move(file)), way_(std::move(way)) {}

  const JsonValue& json() const { return json_; }

  [[noreturn]] void refuse(const Message& why) const {
    if (way_.empty()) throw Error(ErrorCode::badUse, phrase("{}: {}", file_, why));
    throw Error(ErrorCode::badUse, phrase("{}: {}: {}", file_, way_, why));
  }

  std::string text() const {
    if (json_.kind() != JsonValue::Kind::text) refuse(phrase("must be a string"));
    if (json_.text().find('\0') != std::string::npos) refuse(phrase("has a zero byte"));
    return json_.text();
  }
  /// A non-empty string: the name of a file or folder.
  std::string name() const {
    std::string name = text();
    if (name.empty()) refuse(phrase("is empty"));
    return name;
  }
  bool truth() const {
    if (json_.kind() != JsonValue::Kind::boolean) refuse(phrase("must be true or false"));
    return json_.isTrue();
  }
  double real(double least, double most) const {
    if (json_.kind() != JsonValue::Kind::number || !(json_.number() >= least) ||
        !(json_.number() <= most)) {
      refuse(phrase("must be a number from {} to {}", fmt::format("{}", least),
                    fmt::format("{}", most)));
    }
    return json_.number();
  }
  std::int64_t whole(std::int64_t least, std::int64_t most) const {
    std::int64_t number = 0;
    const std::string& digits = json_.text();
    const char* const end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, number);
    if (json_.kind() != JsonValue::Kind::number || error != std::errc() || stop != end ||
        number < least || number > most) {
      if (most == std::numeric_limits<std::int64_t>::max()) {
        refuse(phrase("must be a whole number, {} or more", least));
      }
      refuse(phrase("must be a whole number from {} to {}", least, most));
    }
    return number;
  }
  /// Index of the string among `choices`.
  std::size_t choice(std::initializer_list<const char*> choices) const {
    const auto found = json_.kind() == JsonValue::Kind::text
                           ? std::find(choices.begin(), choices.end(), json_.text())
                           : choices.end();
    if (found == choices.end()) {
      refuse(phrase("must be one of {}", fmt::format("{}", fmt::join(choices, ", "))));
    }
    return static_cast<std::size_t>(found - choices.begin());
  }
  /// A number, or "A", "A:B", "A:B:STEP".
  PoseRange range(double least, double most) const;
  Colour colour() const;

  std::vector<Value> list() const {
    if (json_.kind() != JsonValue::Kind::list) refuse(phrase("must be a list"));
    std::vector<Value> values;
    for (const JsonValue& value : json_.list()) {
      values.emplace_back(value, file_, fmt::format("{}[{}]", way_, values.size()));
    }
    return values;
  }
  Value member(const std::string& key, const JsonValue& value) const {
    return {value, file_, way_.empty() ? key : way_ + '.' + key};
  }

 private:
  const JsonValue& json_;
  std::string file_;
  std::string way_;  ///< "options.top"
};

PoseRange Value::range(double least, double most) const {
  if (json_.kind() == JsonValue::Kind::number) {
    const double one = real(least, most);
    return {one, one, 0};
  }
  const auto wrong = [&]() {
    refuse(phrase("must be a number, or \"A:B\" or \"A:B:STEP\" from {} to {}",
                  fmt::format("{}", least), fmt::format("{}", most)));
  };
  const std::string all = text();
  std::vector<double> numbers;
  for (std::size_t begin = 0; begin <= all.size();) {
    const std::size_t end = std::min(all.find(':', begin), all.size());
    double number = 0;
    const auto [stop, error] = std::from_chars(all.data() + begin, all.data() + end, number);
    if (error != std::errc() || stop != all.data() + end || !std::isfinite(number)) wrong();
    numbers.push_back(number);
    begin = end + 1;
  }
  if (numbers.size() > 3) wrong();
  PoseRange range{numbers.front(), numbers.size() > 1 ? numbers[1] : numbers.front(), 0};
  if (range.first < least || range.last > most || range.first > range.last) wrong();
  if (numbers.size() == 3) range.step = numbers[2];
  if (numbers.size() == 3 && range.step <= 0) wrong();
  return range;
}

Colour Value::colour() const {
  const std::string all = text();
  const std::string digits = all.starts_with('#') ? all.substr(1) : all;
  std::uint32_t rgb = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, rgb, 16);
  if (digits.size() != 6 || error != std::errc() || stop != end) {
    refuse(phrase("must be a colour as #rrggbb, in hexadecimal"));
  }
  const auto part = [&](int shift) { return static_cast<std::uint8_t>(rgb >> shift); };
  return {part(16), part(8), part(0)};
}

/// Handlers by key.
using Takers = std::map<std::string, std::function<void(const Value&)>, std::less<>>;

void takeAll(const Value& object, const Takers& takers) {
  if (object.json().kind() != JsonValue::Kind::object) object.refuse(phrase("must be an object"));
  for (const auto& [key, json] : object.json().members()) {
    const auto taker = takers.find(key);
    if (taker != takers.end()) {
      taker->second(object.member(key, json));
      continue;
    }
    std::vector<std::string> known;
    for (const auto& [name, take] : takers) known.push_back(name);
    object.refuse(phrase("there is no key \"{}\"; the keys are {}", key,
                         fmt::format("{}", fmt::join(known, ", "))));
  }
}

/// The options of a search, the same as the command's. They are collected first, because some are
/// invalid for some methods and one default depends on the method.
class Options {
 public:
  explicit Options(BatchJob& job) : job_(job) {}

  void take(const Value& options) {
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    const Takers takers{
        {"method",
         [&](const Value& v) {
           job_.method = static_cast<Method>(v.choice({"exact", "sad", "ssd", "zncc"}));
         }},
        {"tolerance", [&](const Value& v) { tolerance_ = static_cast<int>(v.whole(0, 65535)); }},
        {"min_score", [&](const Value& v) { minScore_ = v.real(-1, 1); }},
        {"weighted", [&](const Value& v) { job_.weighted = v.truth(); }},
        {"channel_means",
         [&](const Value& v) {
           job_.channelMeans = static_cast<ChannelMeans>(v.choice({"all", "each"}));
         }},
        {"top",
         [&](const Value& v) { job_.select.top = static_cast<std::uint64_t>(v.whole(1, kMost)); }},
        {"overlap", [&](const Value& v) { overlap_ = v.real(0, 1); }},
        {"nearest", [&](const Value& v) { job_.nearest = v.truth(); }},
        {"across", [&](const Value& v) { job_.select.across = v.truth(); }},
        {"angle", [&](const Value& v) { job_.pose.angle = v.range(-360, 360); }},
        {"scale", [&](const Value& v) { job_.pose.scale = v.range(0.01, 100); }},
        {"quarter_turns", [&](const Value& v) { job_.pose.quarterTurns = v.truth(); }},
        {"flip", [&](const Value& v) { job_.pose.flip = v.truth(); }},
        {"search",
         [&](const Value& v) {
           job_.pose.search =
               v.choice({"fast", "complete"}) == 1 ? PoseSearch::complete : PoseSearch::fast;
         }},
        {"visible", [&](const Value& v) { takeVisible(v); }},
        {"polarity",
         [&](const Value& v) {
           job_.pose.polarity = v.choice({"same", "any"}) == 1 ? Polarity::any : Polarity::same;
         }},
        {"sub_pixel", [&](const Value& v) { job_.subPixel = v.truth(); }},
        {"judge", [&](const Value& v) { job_.judgeFile = v.name(); }},
        {"judge_recall", [&](const Value& v) { job_.judgeRecall = v.real(0, 1); }},
        {"mask", [&](const Value& v) { mask_ = v.name(); }},
        {"max_pixels", [&](const Value& v) { job_.maxPixels = v.whole(1, kMost); }},
        {"engine", [&](const Value& v) { job_.engine = v.name(); }},
        {"threads",
         [&](const Value& v) { job_.control.threads = static_cast<int>(v.whole(1, 1024)); }},
        {"mark",
         [&](const Value& v) {
           constexpr MarkStyle kStyles[] = {MarkStyle::outline, MarkStyle::whiteout, MarkStyle::dim,
                                            MarkStyle::none};
           job_.mark.style = kStyles[v.choice({"outline", "whiteout", "dim", "none"})];
         }},
        {"thickness",
         [&](const Value& v) { job_.mark.thickness = static_cast<int>(v.whole(1, 255)); }},
        {"colour", [&](const Value& v) { job_.mark.colour = v.colour(); }},
    };
    takeAll(options, takers);
    settle(options);
  }

  const std::string& mask() const { return mask_; }
  /// The default depends on the method.
  double overlap() const {
    return overlap_.value_or(job_.scored() ? kScoredOverlap : SelectOptions().overlap);
  }

 private:
  void takeVisible(const Value& v) {
    job_.pose.visible = v.real(0, 1);
    if (job_.pose.visible <= 0) v.refuse(phrase("must be more than 0"));
  }

  void settle(const Value& options) {
    const bool turned =
        job_.pose.angle != PoseOptions().angle || job_.pose.scale != PoseOptions().scale;
    if (tolerance_ && job_.scored()) {
      options.refuse(
          phrase("tolerance is for exact; with {} use min_score", methodName(job_.method)));
    }
    if (job_.weighted && job_.method != Method::sad && job_.method != Method::ssd) {
      options.refuse(phrase("weighted is for sad and ssd"));
    }
    if (job_.channelMeans == ChannelMeans::each && job_.method != Method::zncc) {
      options.refuse(phrase("channel_means each is for zncc"));
    }
    if (!job_.scored() && (turned || job_.pose.visible < 1)) {
      options.refuse(
          phrase("angle, scale and visible are for sad, ssd and zncc; exact finds "
                 "needles with quarter_turns and flip"));
    }
    if (job_.pose.polarity == Polarity::any && job_.method != Method::zncc) {
      options.refuse(phrase("polarity any is for zncc"));
    }
    if (job_.subPixel && !job_.scored()) {
      options.refuse(
          phrase("sub_pixel is for sad, ssd and zncc; exact matches lie on whole "
                 "pixels"));
    }
    job_.tolerance = tolerance_.value_or(0);
    if (job_.scored()) job_.minScore = minScore_.value_or(job_.minScore);
  }

  BatchJob& job_;
  std::optional<int> tolerance_;
  std::optional<double> minScore_;
  std::optional<double> overlap_;
  std::string mask_;
};

void takeOutputs(const Value& outputs, BatchJob& job) {
  const Takers takers{
      {"csv", [&](const Value& v) { job.summary = v.name(); }},
      {"jsonl", [&](const Value& v) { job.lines = v.name(); }},
      {"marked", [&](const Value& v) { job.outputFolder = v.name(); }},
      {"crops", [&](const Value& v) { job.cropFolder = v.name(); }},
      {"naming", [&](const Value& v) { job.naming = v.name(); }},
  };
  takeAll(outputs, takers);
}

BatchNeedle needleOf(const Value& value) {
  BatchNeedle needle;
  const Takers takers{
      {"file", [&](const Value& v) { needle.file = v.name(); }},
      {"mask", [&](const Value& v) { needle.mask = v.name(); }},
  };
  takeAll(value, takers);
  if (needle.file.empty()) value.refuse(phrase("has no \"file\""));
  return needle;
}

std::string bytesOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file || std::filesystem::is_directory(path)) {
    throw Error(ErrorCode::system, phrase("{}: cannot be read as a batch's job", path));
  }
  // Stops at a zero byte, which JSON cannot contain: an endless device of zeros must not be read
  // on.
  std::string text;
  if (std::getline(file, text, '\0') && !file.eof()) text += '\0';
  return text;
}

BatchJob jobOf(std::string_view text, const std::string& name, std::vector<std::string>& sources) {
  const JsonValue json = JsonValue::parse(text, name);
  const Value all(json, name, "");
  BatchJob job;
  job.times = false;
  Options options(job);
  const Takers takers{
      {"needles",
       [&](const Value& v) {
         for (const Value& needle : v.list()) job.needles.push_back(needleOf(needle));
       }},
      {"images",
       [&](const Value& v) {
         for (const Value& source : v.list()) sources.push_back(source.name());
       }},
      {"options", [&](const Value& v) { options.take(v); }},
      {"outputs", [&](const Value& v) { takeOutputs(v, job); }},
      {"overwrite", [&](const Value& v) { job.overwrite = v.truth(); }},
  };
  takeAll(all, takers);
  if (job.needles.empty()) all.refuse(phrase("there is no needle to find"));
  if (sources.empty()) all.refuse(phrase("there is no image to search"));
  if (job.summary.empty() && job.lines.empty() && job.outputFolder.empty() &&
      job.cropFolder.empty()) {
    all.refuse(phrase("\"outputs\" names no output"));
  }
  job.select.overlap = options.overlap();
  for (BatchNeedle& needle : job.needles) {
    if (needle.mask.empty()) needle.mask = options.mask();
  }
  // The JSON lines include the nearest position and distances, which cost a search of all scores.
  job.wantBest = job.nearest || !job.lines.empty();
  job.distances = !job.lines.empty() || !job.summary.empty();
  return job;
}

/// Returns the job with its images expanded.
BatchJob withImages(BatchJob job, const std::vector<std::string>& sources,
                    std::istream& standardInput) {
  std::vector<std::string> written;
  for (const std::string& name :
       {job.summary, job.lines, job.outputFolder, job.cropFolder, job.journal}) {
    if (!name.empty()) written.push_back(name);
  }
  job.images = imagesOf(sources, job.folder, standardInput, written);
  for (const std::string& source : sources) {
    if (source.starts_with('@') && source != "@-") job.lists.push_back(source.substr(1));
  }
  return job;
}

}  // namespace

BatchJob readJob(const std::string& path, std::vector<std::string>& sources) {
  BatchJob job = jobOf(bytesOf(path), path, sources);
  const std::filesystem::path file(path);
  job.folder = file.parent_path().string();
  job.file = file.filename().string();
  job.journal = (file.extension() == ".json" ? file.stem() : file.filename()).string() + ".journal";
  return job;
}

}  // namespace batch

BatchJob readBatchJob(const std::string& path, std::istream& standardInput) {
  std::vector<std::string> sources;
  BatchJob job = batch::readJob(path, sources);
  return batch::withImages(std::move(job), sources, standardInput);
}

BatchJob batchJobOf(std::string_view text, const std::string& name, std::istream& standardInput) {
  std::vector<std::string> sources;
  BatchJob job = batch::jobOf(text, name, sources);
  return batch::withImages(std::move(job), sources, standardInput);
}

}  // namespace espy
