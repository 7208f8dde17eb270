// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <numbers>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "common/interrupts.h"
#include "common/messages.h"
#include "common/needles.h"
#include "common/option_parser.h"
#include "common/shared_options.h"
#include "common/targets.h"
#include "common/verb.h"
#include "espy/engine/all.h"
#include "learn/fields.h"

namespace espy::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLearnUsage = "espy learn NEEDLE --yes FILE --no FILE -o JUDGE.esj IMAGE...";

constexpr const char* kLearnAbout =
    "Learns to separate true matches of a needle from false ones, for\n"
    "espy find --judge. Files of matches are what espy find prints, with --json or without, or\n"
    "comma-separated values with titles (image,x,y,width,height,score,angle,scale,mirrored,\n"
    "centre_x,centre_y; x and y at least), such as the window exports. A folder in place of a\n"
    "file contains pictures, each of which is one whole match. At least 3 of each kind are "
    "needed;\n"
    "10 to 40 work better. - is standard input and -- ends the options.\n"
    "\n"
    "Judges are tested on matches that were not used for learning. If none helps, or a higher\n"
    "minimum score works as well, the judge stays off, and a message says so.";

constexpr const char* kLearnExamples =
    "Exit status:\n"
    "  0 learned, or the judge stays off; 2 bad input or use, 130 cancelled\n"
    "\n"
    "Examples:\n"
    "  espy find --method zncc --min-score 0.7 face.png crowd.png > all.txt\n"
    "  (sort the lines into yes.txt and no.txt)\n"
    "  espy learn face.png --yes yes.txt --no no.txt -o face.esj crowd.png\n"
    "  espy find --method zncc --min-score 0.7 --judge face.esj face.png other.png\n";

/// A match read from a file.
struct Position {
  std::string image;  ///< as in the file, or empty
  Match match;        ///< its score is unset unless `hasScore`
  bool hasScore = false;
};

double numberOf(std::string_view text, std::string_view what) {
  double number = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failure != std::errc() || end != text.data() + text.size() || !std::isfinite(number)) {
    throw InvalidFields{fmt::format("{} is not a valid {}", text.empty() ? "nothing" : text, what)};
  }
  return number;
}

std::uint32_t sideOf(std::string_view text, std::string_view what) {
  const double number = numberOf(text, what);
  if (number < 0 || number > 4294967295.0 || number != std::floor(number)) {
    throw InvalidFields{fmt::format("{} is not a valid {}", text, what)};
  }
  return static_cast<std::uint32_t>(number);
}

/// Splits a CSV line, with quoted fields.
std::vector<std::string> fieldsOf(std::string_view line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"') {
      if (quoted && i + 1 < line.size() && line[i + 1] == '"') {
        fields.back() += line[++i];
      } else {
        quoted = !quoted;
      }
    } else if (line[i] == ',' && !quoted) {
      fields.emplace_back();
    } else {
      fields.back() += line[i];
    }
  }
  if (quoted) throw InvalidFields{"a quoted field does not end"};
  return fields;
}

/// A number from `least` to `most`.
double numberWithin(std::string_view text, std::string_view what, double least, double most) {
  const double number = numberOf(text, what);
  if (number >= least && number <= most) return number;
  throw InvalidFields{fmt::format("{} is not a valid {} from {} to {}", text, what, least, most)};
}

/// IMAGE:X,Y,W,H score=S [angle=A scale=F [mirrored]] ... needle=FILE
Fields fieldsOfText(const std::string& line) {
  // Names of images may contain anything, but the last colon before " score=" ends them.
  const std::string_view before = std::string_view(line).substr(0, line.rfind(" needle="));
  const std::size_t score = before.rfind(" score=");
  const std::size_t colon = score == std::string_view::npos ? score : before.rfind(':', score);
  if (colon == std::string_view::npos) {
    throw InvalidFields{"is neither comma-separated values with titles nor output of espy find"};
  }
  Fields fields{{"image", std::string(before.substr(0, colon))}};
  const auto box = fieldsOf(before.substr(colon + 1, score - colon - 1));
  constexpr const char* kBox[] = {"x", "y", "width", "height"};
  if (box.size() != 4) throw InvalidFields{"has no X,Y,WIDTH,HEIGHT"};
  for (std::size_t i = 0; i < 4; ++i) fields[kBox[i]] = box[i];
  std::istringstream words{std::string(before.substr(score))};
  for (std::string word; words >> word;) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos) {
      fields[word] = '1';
    } else {
      fields[word.substr(0, equals)] = word.substr(equals + 1);
    }
  }
  return fields;
}

/// Throws InvalidFields unless the box is at most twice as wide and high as the posed needle: boxes
/// may be drawn by hand.
void checkBox(const Match& match, Size needle) {
  const double turned = match.angle * std::numbers::pi / 180;
  const double across = std::abs(std::cos(turned));
  const double along = std::abs(std::sin(turned));
  const auto width = static_cast<double>(needle.width) * match.scale;
  const auto height = static_cast<double>(needle.height) * match.scale;
  // Interpolation may add a pixel on each side.
  constexpr double kInterpolationMargin = 2;
  if (match.width <= 2 * (across * width + along * height) + kInterpolationMargin &&
      match.height <= 2 * (along * width + across * height) + kInterpolationMargin) {
    return;
  }
  throw InvalidFields{
      fmt::format("a box of {} x {} cannot be a match of a needle of {} x {} at scale {}",
                  match.width, match.height, needle.width, needle.height, match.scale)};
}

Position positionOf(const Fields& fields, Size needle) {
  const auto field = [&](const char* name) -> std::optional<std::string_view> {
    const auto found = fields.find(name);
    if (found == fields.end() || found->second.empty()) return std::nullopt;
    return found->second;
  };
  Position position;
  Match& match = position.match;
  if (field("image")) position.image = *field("image");
  match.x = sideOf(field("x").value_or(""), "x");
  match.y = sideOf(field("y").value_or(""), "y");
  match.width = static_cast<std::uint32_t>(needle.width);
  match.height = static_cast<std::uint32_t>(needle.height);
  if (field("width")) match.width = sideOf(*field("width"), "width");
  if (field("height")) match.height = sideOf(*field("height"), "height");
  if (match.width == 0 || match.height == 0) throw InvalidFields{"is not a box"};
  if (field("score")) {
    match.score = numberOf(*field("score"), "score");
    position.hasScore = true;
  }
  if (field("angle")) {
    match.angle = static_cast<float>(numberWithin(*field("angle"), "angle", -360, 360));
  }
  if (field("scale")) {
    match.scale = static_cast<float>(numberWithin(*field("scale"), "scale", 0.01, 100));
  }
  checkBox(match, needle);
  const std::string_view mirrored = field("mirrored").value_or("0");
  match.mirrored = mirrored == "1" || mirrored == "true";
  if (match.angle == 0 && match.scale == 1 && !match.mirrored) return position;
  match.needleWidth = static_cast<std::uint32_t>(needle.width);
  match.needleHeight = static_cast<std::uint32_t>(needle.height);
  if (!field("centre_x") || !field("centre_y")) return position;
  const double right = numberOf(*field("centre_x"), "centre") - match.x - match.width / 2.0;
  const double down = numberOf(*field("centre_y"), "centre") - match.y - match.height / 2.0;
  double part = 4096;
  while (std::max(std::abs(right), std::abs(down)) * part > 32767) {
    if ((part /= 2) < 1.0 / 32768) throw InvalidFields{"the centre is far outside the box"};
  }
  match.centreX = static_cast<float>(static_cast<double>(std::lround(right * part)) / part);
  match.centreY = static_cast<float>(static_cast<double>(std::lround(down * part)) / part);
  return position;
}

/// Parses CSV or text lines.
std::vector<Position> readLines(const std::string& text, const std::string& file, Size needle) {
  std::vector<Position> positions;
  std::istringstream lines(text);
  std::vector<std::string> titles;
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.ends_with('\r')) line.pop_back();
    if (line.empty()) continue;
    try {
      if (titles.empty() && positions.empty() && line.find(" score=") == std::string::npos) {
        titles = fieldsOf(line);
        const auto has = [&](const char* title) {
          return std::find(titles.begin(), titles.end(), title) != titles.end();
        };
        if (has("x") && has("y")) continue;
        throw InvalidFields{
            "is neither comma-separated values with titles nor output of espy find"};
      }
      Fields fields;
      if (titles.empty()) {
        fields = fieldsOfText(line);
      } else {
        const std::vector<std::string> values = fieldsOf(line);
        if (values.size() > titles.size())
          throw InvalidFields{"has more fields than there are titles"};
        for (std::size_t i = 0; i < values.size(); ++i) fields[titles[i]] = values[i];
      }
      positions.push_back(positionOf(fields, needle));
    } catch (const InvalidFields& wrong) {
      throw Error(ErrorCode::badUse, fmt::format("{}: line {}: {}", file, number, wrong.fact));
    }
  }
  return positions;
}

/// Parses JSON objects, each with the matches of one image.
std::vector<Position> readObjects(const std::string& text, const std::string& file, Size needle) {
  std::vector<Position> positions;
  std::size_t number = 0;
  for (const Fields& fields : fieldsOfJson(text, file)) {
    ++number;
    try {
      positions.push_back(positionOf(fields, needle));
    } catch (const InvalidFields& wrong) {
      throw Error(ErrorCode::badUse, fmt::format("{}: match {}: {}", file, number, wrong.fact));
    }
  }
  return positions;
}

/// Reads matches of a needle of this size: CSV with titles (x and y at least), the text output of
/// `espy find`, or its JSON; "-" is standard input. Throws Error with the file's name and the
/// number of the invalid line or match.
std::vector<Position> readPositions(const std::string& file, Size needle) {
  const bool standard = file == "-";
  const std::string shown = standard ? "standard input" : file;
  std::ifstream opened;
  if (!standard) opened.open(file, std::ios::binary);
  std::istream& from = standard ? std::cin : opened;
  std::string text;
  // Pipes cannot be read twice. Text has no zero byte, so stop at one: devices may be endless.
  if (from) std::getline(from, text, '\0');
  // An empty file is one without matches.
  if ((!standard && !opened.is_open()) || from.bad()) {
    throw Error(ErrorCode::system, shown + ": cannot be read: " + std::strerror(errno));
  }
  if (!from.eof()) throw Error(ErrorCode::badUse, shown + ": has a zero byte and is not text");
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";  // spreadsheets write it
  if (text.starts_with(kByteOrderMark)) text.erase(0, kByteOrderMark.size());
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  const bool isJson = begin != std::string::npos && (text[begin] == '{' || text[begin] == '[');
  return isJson ? readObjects(text, shown, needle) : readLines(text, shown, needle);
}

struct LearnRequest : SharedOptions {
  std::string needle;
  std::vector<std::string> images;
  std::vector<std::string> yes;
  std::vector<std::string> no;
  std::string mask;
  std::string output;
};

/// Pictures that the labels are in, each read once.
class LabelledPictures {
 public:
  LabelledPictures(const std::vector<std::string>& files, const ReadOptions& reading)
      : reading_(reading) {
    for (const std::string& file : files) read(file);
  }

  /// Index of the picture with this name: the full name, else a unique name without folders; an
  /// empty name means the only picture.
  std::size_t named(const std::string& name, const std::string& file) const {
    if (name.empty() && names_.size() == 1) return 0;
    std::optional<std::size_t> found;
    for (const bool whole : {true, false}) {
      for (std::size_t i = 0; i < names_.size(); ++i) {
        const bool same =
            whole ? names_[i] == name : fs::path(names_[i]).filename() == fs::path(name).filename();
        if (!same) continue;
        if (found) {
          throw Error(ErrorCode::badUse, fmt::format("{}: {} is ambiguous: {} or {}", file, name,
                                                     names_[*found], names_[i]));
        }
        found = i;
      }
      if (found) return *found;
    }
    throw Error(ErrorCode::badUse,
                name.empty() ? file + ": does not name the image of its matches"
                             : fmt::format("{}: {} is not one of the images", file, name));
  }

  std::size_t read(const std::string& file) {
    ReadPicture picture = readPicture(file, reading_);
    notes_.add(file, picture);
    names_.push_back(file);
    images_.push_back(std::move(picture.image));
    return images_.size() - 1;
  }

  std::vector<ImageView> views() const { return {images_.begin(), images_.end()}; }
  const Image& image(std::size_t index) const { return images_[index]; }
  Notes& notes() { return notes_; }

 private:
  const ReadOptions& reading_;
  std::vector<std::string> names_;
  std::vector<Image> images_;
  Notes notes_;
};

std::vector<std::string> filesIn(const std::string& folder) {
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.is_regular_file()) files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

void addClicks(const std::vector<std::string>& files, bool yes, Size needle,
               LabelledPictures& pictures, std::vector<Click>& clicks) {
  for (const std::string& file : files) {
    std::error_code ignored;
    if (fs::is_directory(file, ignored)) {
      for (const std::string& crop : filesIn(file)) {
        const std::size_t picture = pictures.read(crop);
        const Size size = pictures.image(picture).size();
        Match match;
        match.width = static_cast<std::uint32_t>(size.width);
        match.height = static_cast<std::uint32_t>(size.height);
        clicks.push_back({.picture = picture, .match = match, .yes = yes, .scored = false});
      }
      continue;
    }
    for (const Position& position : readPositions(file, needle)) {
      const std::size_t picture = pictures.named(position.image, file);
      const Size size = pictures.image(picture).size();
      const Match& match = position.match;
      if (match.x + std::int64_t{match.width} > size.width ||
          match.y + std::int64_t{match.height} > size.height) {
        throw Error(ErrorCode::badUse,
                    fmt::format("{}: a match at {},{} does not lie in its picture of {} x {}", file,
                                match.x, match.y, size.width, size.height));
      }
      clicks.push_back(
          {.picture = picture, .match = match, .yes = yes, .scored = position.hasScore});
    }
  }
}

std::string summaryOf(const LearnRequest& request, const Judge& judge) {
  std::string text = fmt::format("{}: learned from {} true matches and {} false ones\n",
                                 request.output, judge.yes.size(), judge.no.size());
  const auto line = [&](const char* name, const HeldOut& held, Judge::By by) {
    text += fmt::format("  {:<20} orders {:5.1f} % of pairs correctly{}\n", name,
                        100 * held.ranking, judge.by == by ? "  <- taken" : "");
  };
  text += "on matches that were not used for learning:\n";
  line("the score", judge.byScore, Judge::By::score);
  line("regression", judge.byRegression, Judge::By::regression);
  if (judge.byNetwork != HeldOut{}) line("network", judge.byNetwork, Judge::By::network);
  if (!judge.isOn()) {
    text += "the judge stays off: it would separate them no better than a minimum score\n";
  }
  return text;
}

int runLearn(const LearnRequest& request) {
  Interrupts interrupts;
  const Registry registry = makeRegistry();
  checkEngine(registry, request.engine);
  Control control;
  control.threads = request.threads;
  control.stop = interrupts.token();
  const ReadOptions reading = request.readingUntil(control.stop);
  Needles needles({request.needle}, request.mask, reading);
  const Needle& needle = needles.all().front();
  LabelledPictures pictures(request.images, reading);
  std::vector<Click> clicks;
  addClicks(request.yes, true, needle.picture.size(), pictures, clicks);
  addClicks(request.no, false, needle.picture.size(), pictures, clicks);
  const std::vector<ImageView> views = pictures.views();
  const Judge judge = learnJudge(registry, request.engine, {needle, views, clicks}, control);
  for (const ImageView& view : views) checkUncut(view);
  writeFile(request.output, bytesOf(judge));
  needles.notes().print();
  pictures.notes().print();
  if (!request.quiet) printText(summaryOf(request, judge));
  return kDone;
}

std::function<int()> setUpLearn(OptionParser& parser) {
  const auto request = std::make_shared<LearnRequest>();
  const auto files = std::make_shared<std::vector<std::string>>();
  parser.group("Training data");
  parser.list("--yes", "FILE", "true matches; may be repeated", request->yes);
  parser.list("--no", "FILE", "false matches; may be repeated", request->no);
  addMask(parser, request->mask);
  addReading(parser, *request);
  addEngineOptions(parser, *request);
  parser.group("Output");
  parser.option("-o,--output", "JUDGE.esj", "write the judge to this file", request->output);
  parser.flag("--quiet", "do not print the results", request->quiet);
  parser.files(*files);
  return [request, files] {
    if (files->empty()) throw UseError("no needle given");
    request->needle = files->front();
    request->images.assign(files->begin() + 1, files->end());
    if (request->yes.empty() || request->no.empty()) {
      throw UseError("--yes and --no: both are needed to learn the difference");
    }
    if (request->output.empty()) throw UseError("--output: name the file for the judge");
    std::vector<std::string> inputs = *files;
    for (const auto* some : {&request->yes, &request->no}) {
      inputs.insert(inputs.end(), some->begin(), some->end());
    }
    checkReadOnce(inputs);
    checkTargets({request->output}, inputs);
    return runLearn(*request);
  };
}

}  // namespace

const Verb kLearnVerb{"learn",        "learn a filter of false matches",
                      kLearnUsage,    kLearnAbout,
                      kLearnExamples, setUpLearn};

}  // namespace espy::cli
