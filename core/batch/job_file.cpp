// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json_read.h"
#include "base/phrase.h"
#include "base/system_words.h"
#include "batch/image_list.h"
#include "batch/job_file.h"
#include "espy/engine/batch.h"
#include "espy/engine/options.h"
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
  std::size_t choice(const std::vector<std::string_view>& choices) const {
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
    if (json_.kind() != JsonValue::Kind::list) refuse(phrase("must be a list, [...]"));
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
  std::vector<std::string> known;
  for (const auto& [name, take] : takers) known.push_back(name);
  const std::string keys = fmt::format("{}", fmt::join(known, ", "));
  if (object.json().kind() != JsonValue::Kind::object) {
    object.refuse(phrase("must be an object, {\"{}\": ...}; the keys are {}", known.front(), keys));
  }
  for (const auto& [key, json] : object.json().members()) {
    const auto taker = takers.find(key);
    if (taker != takers.end()) {
      taker->second(object.member(key, json));
      continue;
    }
    object.refuse(phrase("there is no key \"{}\"; the keys are {}", key, keys));
  }
}

OptionValue valueOf(const FindOption& option, const Value& value) {
  switch (option.kind) {
    case FindOption::Kind::flag:
      return value.truth();
    case FindOption::Kind::whole:
      return value.whole(static_cast<std::int64_t>(option.least),
                         std::isfinite(option.most) ? static_cast<std::int64_t>(option.most)
                                                    : std::numeric_limits<std::int64_t>::max());
    case FindOption::Kind::real:
      return value.real(option.least, option.most);
    case FindOption::Kind::range:
      return value.range(option.least, option.most);
    case FindOption::Kind::choice:
      break;
  }
  return static_cast<std::int64_t>(value.choice(option.words));
}

/// Takes the options of a search, the same as the command's, and the file of a mask.
void takeOptions(const Value& options, BatchJob& job, std::string& mask) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  Takers takers{
      {"judge", [&](const Value& v) { job.judgeFile = v.name(); }},
      {"mask", [&](const Value& v) { mask = v.name(); }},
      {"max_pixels", [&](const Value& v) { job.maxPixels = v.whole(1, kMost); }},
      {"engine", [&](const Value& v) { job.engine = v.name(); }},
      {"threads",
       [&](const Value& v) { job.control.threads = static_cast<int>(v.whole(1, 1024)); }},
      {"mark",
       [&](const Value& v) {
         job.mark.style =
             static_cast<MarkStyle>(v.choice({kMarkStyleNames.begin(), kMarkStyleNames.end()}));
       }},
      {"flags_in_alpha", [&](const Value& v) { job.mark.flagsInAlpha = v.truth(); }},
      {"thickness",
       [&](const Value& v) { job.mark.thickness = static_cast<int>(v.whole(1, 255)); }},
      {"colour", [&](const Value& v) { job.mark.colour = v.colour(); }},
  };
  std::set<std::string_view> given;
  for (const FindOption& option : findOptions()) {
    takers[std::string(option.name)] = [&](const Value& v) {
      option.set(job, valueOf(option, v));
      given.insert(option.name);
    };
  }
  takeAll(options, takers);
  try {
    completeOptions(job, given, [](std::string_view name) { return std::string(name); });
  } catch (const Error& error) {
    options.refuse(error.message());
  }
}

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
  const int failure = file ? EISDIR : errno;
  if (!file || std::filesystem::is_directory(path)) {
    throw Error(ErrorCode::system, phrase("{}: cannot be read: {}", path, systemWords(failure)));
  }
  // Stops at a zero byte, which JSON cannot contain: an endless device of zeros must not be read
  // on.
  std::string text;
  if (std::getline(file, text, '\0') && !file.eof()) text += '\0';
  return text;
}

BatchJob jobOf(std::string_view text, const std::string& name, std::vector<std::string>& sources,
               const std::string& index) {
  const JsonValue json = JsonValue::parse(text, name);
  const Value all(json, name, "");
  BatchJob job;
  job.times = false;
  std::string mask;
  const Takers takers{
      {"needles",
       [&](const Value& v) {
         for (const Value& needle : v.list()) job.needles.push_back(needleOf(needle));
       }},
      {"index", [&](const Value& v) { job.index = v.name(); }},
      {"images",
       [&](const Value& v) {
         for (const Value& source : v.list()) sources.push_back(source.name());
       }},
      {"options", [&](const Value& v) { takeOptions(v, job, mask); }},
      {"outputs", [&](const Value& v) { takeOutputs(v, job); }},
      {"overwrite", [&](const Value& v) { job.overwrite = v.truth(); }},
  };
  takeAll(all, takers);
  if (!index.empty()) {
    job.needles.clear();
    job.index = std::filesystem::absolute(index).string();
  }
  if (job.needles.empty() && job.index.empty()) all.refuse(phrase("there is no needle to find"));
  if (!job.needles.empty() && !job.index.empty()) {
    all.refuse(phrase("a batch searches for needles or by an index, not both"));
  }
  if (!mask.empty() && !job.index.empty()) {
    all.refuse(phrase("a mask is for needles, not for an index"));
  }
  if (sources.empty()) all.refuse(phrase("there is no image to search"));
  if (job.summary.empty() && job.lines.empty() && job.outputFolder.empty() &&
      job.cropFolder.empty()) {
    all.refuse(phrase("\"outputs\" names no output"));
  }
  if (job.mark.flagsInAlpha && job.outputFolder.empty()) {
    all.refuse(phrase("\"flags_in_alpha\" needs \"marked\" in \"outputs\""));
  }
  for (BatchNeedle& needle : job.needles) {
    if (needle.mask.empty()) needle.mask = mask;
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

BatchJob readJob(const std::string& path, std::vector<std::string>& sources,
                 const std::string& index) {
  BatchJob job = jobOf(bytesOf(path), path, sources, index);
  const std::filesystem::path file(path);
  job.folder = file.parent_path().string();
  job.file = file.filename().string();
  job.journal = (file.extension() == ".json" ? file.stem() : file.filename()).string() + ".journal";
  return job;
}

}  // namespace batch

BatchJob readBatchJob(const std::string& path, std::istream& standardInput,
                      const std::string& index) {
  std::vector<std::string> sources;
  BatchJob job = batch::readJob(path, sources, index);
  return batch::withImages(std::move(job), sources, standardInput);
}

BatchJob batchJobOf(std::string_view text, const std::string& name, std::istream& standardInput) {
  std::vector<std::string> sources;
  BatchJob job = batch::jobOf(text, name, sources, {});
  return batch::withImages(std::move(job), sources, standardInput);
}

}  // namespace espy
