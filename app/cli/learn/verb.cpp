// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>

#include "common/interrupts.h"
#include "common/messages.h"
#include "common/needles.h"
#include "common/option_parser.h"
#include "common/shared_options.h"
#include "common/targets.h"
#include "common/verb.h"
#include "learn/positions.h"

namespace espy::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kUsage = "espy learn NEEDLE --yes FILE --no FILE -o JUDGE.esj IMAGE...";

constexpr const char* kAbout =
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

constexpr const char* kExamples =
    "Exit status:\n"
    "  0 learned, or the judge stays off; 2 bad input or use, 130 cancelled\n"
    "\n"
    "Examples:\n"
    "  espy find --method zncc --min-score 0.7 face.png crowd.png > all.txt\n"
    "  (sort the lines into yes.txt and no.txt)\n"
    "  espy learn face.png --yes yes.txt --no no.txt -o face.esj crowd.png\n"
    "  espy find --method zncc --min-score 0.7 --judge face.esj face.png other.png\n";

struct LearnRequest : SharedOptions {
  std::string needle;
  std::vector<std::string> images;
  std::vector<std::string> yes;
  std::vector<std::string> no;
  std::string mask;
  std::string output;
};

/// Pictures that the labels are in, each read once.
class ClickedPictures {
 public:
  ClickedPictures(const std::vector<std::string>& files, const ReadOptions& reading)
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
               ClickedPictures& pictures, std::vector<Click>& clicks) {
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
  ReadOptions reading = request.reading;
  reading.stop = control.stop;
  Needles needles({request.needle}, request.mask, reading);
  const Needle& needle = needles.all().front();
  ClickedPictures pictures(request.images, reading);
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
  parser.option("--mask", "FILE",
                "grey picture of the needle's size: 0 = ignore this pixel\n"
                "(default: the needle's alpha)",
                request->mask);
  addReading(parser, *request);
  addEngineOptions(parser, *request);
  parser.group("Output");
  parser.option("-o,--output", "JUDGE.esj", "write the judge to this file", request->output);
  parser.flag("--quiet", "do not print the results", request->quiet);
  parser.files(*files);
  return [request, files] {
    if (request->quiet) setQuiet();
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
    if (std::count(inputs.begin(), inputs.end(), "-") > 1) {
      throw UseError("-: standard input can be read only once");
    }
    checkTargets({request->output}, inputs);
    return runLearn(*request);
  };
}

}  // namespace

const Verb kLearnVerb{"learn",   "learn a filter of false matches", kUsage, kAbout, kExamples,
                      setUpLearn};

}  // namespace espy::cli
