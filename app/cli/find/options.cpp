// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "find/options.h"

#include <fmt/format.h>

#include "common/messages.h"
#include "common/option_parser.h"
#include "common/targets.h"
#include "common/values.h"
#include "espy/engine/scene_index.h"
#include "find/method_options.h"

namespace espy::cli {
namespace {

void addSearch(OptionParser& parser, FindRequest& request, MethodReader& method) {
  parser.group("Needles");
  parser.list("-e,--needle", "FILE", "a needle; may be repeated; then every other file is an image",
              request.needles);
  addMask(parser, request.mask);
  parser.group("Index");
  parser.option("--index", "INDEX.esi",
                "exact only: find all needles of this index (see espy index), and\n"
                "every file is an image; or search the images of this index, and\n"
                "every file is a needle (zncc only, if it is a tolerant index)",
                request.index);
  parser.flag("--trust",
              "do not look whether images of the index have changed; faster with\n"
              "a million files",
              request.trust);
  method.addComparison(parser);
  method.addPoses(parser);

  parser.group("Selection");
  method.addSelection(parser);
  method.addNearest(parser);
  parser.option("--judge", "FILE",
                "drop matches that this filter calls false (one needle; see\n"
                "espy learn)",
                request.judge);
  method.add(parser, "judge_recall", "R",
             "keep about this share of the true matches, 0 to 1 (default:\n"
             "0.99)");
  addReading(parser, request);
  addEngineOptions(parser, request);
}

void addOutput(OptionParser& parser, FindRequest& request, MethodReader& method) {
  parser.group("Written pictures");
  parser.option("-o,--output", "FILE",
                "write the marked picture (one image); the file ending selects\n"
                "the format; - is standard output, in place of the text",
                request.output);
  parser.option("--output-dir", "DIR", "write one marked picture per image, same file name",
                request.outputFolder);
  addMarkOptions(parser, request.marks);
  addFlagsInAlpha(parser, request.marks);
  parser.option("--flags", "FILE.pgm",
                "write the flag plane (one image): 1 = a match starts here,\n"
                "2 = inside a match, 0 = elsewhere",
                request.flags);

  parser.option("--scores", "FILE",
                "write the score of every position (one image, one needle; sad,\n"
                "ssd, zncc): .pgm in 16-bit grey, 65535 = 1, 0 = the method's\n"
                "minimum; .tif in floating point",
                request.scores);

  addText(parser, "one JSON object per image, one per line", request);
  method.add(parser, "sub_pixel", {},
             "sad, ssd, zncc: also print the sub-pixel position of a match,\n"
             "as at=X,Y; in JSON as sub_x and sub_y");
}

/// The needles of a search by an index.
void sortIndexed(FindRequest& request, const std::vector<std::string>& files) {
  request.needles.insert(request.needles.end(), files.begin(), files.end());
  if (request.needles.empty()) throw UseError("no needle given");
  const auto refuse = [](bool given, const char* option) {
    if (given) throw UseError(std::string(option) + ": is not for --index with an index of scenes");
  };
  const double overlap = request.method.scored() ? kScoredOverlap : 1;
  refuse(request.method.scored() && request.method.method != Method::zncc, "--method");
  refuse(request.method.tolerance != 0, "--tolerance");
  refuse(request.method.denoise != 0, "--denoise");
  refuse(request.method.pose.isAsked(),
         "a pose (--angle, --scale, --quarter-turns, --flip, --polarity, --search, --visible)");
  refuse(request.method.select.top.has_value(), "--top");
  refuse(request.method.select.overlap != overlap, "--overlap");
  refuse(request.method.select.across, "--across");
  refuse(request.method.nearest, "--nearest");
  refuse(request.method.channelMeans != ChannelMeans::all, "--channel-means");
  refuse(request.method.subPixel, "--sub-pixel");
  refuse(request.marks.flagsInAlpha, "--flags-in-alpha");
  refuse(!request.judge.empty(), "--judge");
  refuse(request.engine != "auto", "--engine");
  refuse(!request.output.empty(), "--output");
  refuse(!request.outputFolder.empty(), "--output-dir");
  refuse(!request.flags.empty(), "--flags");
  refuse(!request.scores.empty(), "--scores");
}

std::vector<std::string> inputsOf(const FindRequest& request) {
  std::vector<std::string> inputs = request.images;
  inputs.insert(inputs.end(), request.needles.begin(), request.needles.end());
  if (!request.mask.empty()) inputs.push_back(request.mask);
  if (!request.judge.empty()) inputs.push_back(request.judge);
  return inputs;
}

void sortFiles(FindRequest& request, std::vector<std::string> files) {
  if (request.needles.empty() && request.index.empty()) {
    if (files.empty()) throw UseError("no needle and no image given");
    request.needles.push_back(files.front());
    files.erase(files.begin());
  }
  request.images = std::move(files);
  if (request.images.empty()) throw UseError("no image given to search");

  checkReadOnce(inputsOf(request));
}

/// Throws UseError for options that need scores, with exact search.
void checkScoresAsked(const FindRequest& request) {
  if (request.method.method == Method::outline && !request.scores.empty()) {
    throw UseError("--scores " + request.scores +
                   ": outline has no score of every position; use --method sad, ssd or zncc");
  }
  if (!request.method.scored() && !request.scores.empty()) {
    throw UseError("--scores " + request.scores +
                   ": exact has no scores; add --method sad, ssd or zncc");
  }
  if (!request.scores.empty() && request.method.denoise != 0) {
    throw UseError("--scores " + request.scores +
                   ": is of the image as it is; denoise it before (espy denoise)");
  }
  if (!request.scores.empty() && request.needles.size() > 1) {
    throw UseError(fmt::format("--scores {}: takes one needle, but {} are given", request.scores,
                               request.needles.size()));
  }
}

void checkJudge(const FindRequest& request) {
  if (request.judge.empty() || request.needles.size() == 1) return;
  throw UseError(fmt::format("--judge {}: takes one needle, but {} are given", request.judge,
                             request.needles.size()));
}

/// Throws UseError for options that need needles, with an index of needles.
void checkNeedleIndex(const FindRequest& request) {
  if (request.index.empty()) return;
  const auto refuse = [](bool given, const char* option) {
    if (given)
      throw UseError(std::string(option) + ": is not for --index with an index of needles");
  };
  refuse(!request.needles.empty(), "--needle");
  refuse(!request.mask.empty(), "--mask");
  refuse(!request.judge.empty(), "--judge");
  refuse(request.method.scored(), "--method");
  refuse(request.method.tolerance != 0, "--tolerance");
  refuse(request.method.denoise != 0, "--denoise");
  refuse(request.method.pose.isAsked(),
         "a pose (--angle, --scale, --quarter-turns, --flip, --polarity, --search, --visible)");
  refuse(request.method.nearest, "--nearest");
  refuse(request.trust, "--trust");
}

void checkOutputs(const FindRequest& request) {
  const auto needsOneImage = [&](const std::string& option, const std::string& value) {
    if (value.empty() || request.images.size() == 1) return;
    throw UseError(fmt::format("{} {}: takes one image, but {} are given", option, value,
                               request.images.size()));
  };
  needsOneImage("--output", request.output);
  needsOneImage("--flags", request.flags);
  needsOneImage("--scores", request.scores);
  if (!request.output.empty() && !request.outputFolder.empty()) {
    throw UseError("--output and --output-dir: give only one of them");
  }
  if (request.pictureOnStandardOutput() && request.json && !request.quiet) {
    throw UseError("--json: standard output already carries the picture");
  }
  std::vector<std::string> targets = pictureTargets(request.output, request.flags);
  std::vector<std::string> marked;
  for (const std::string& image : request.images) {
    if (!request.targetOf(image).empty()) marked.push_back(request.targetOf(image));
  }
  checkFlagsInAlpha(request.marks, marked);
  if (!request.scores.empty()) {
    checkScoresTarget(request.scores);
    targets.push_back(request.scores);
  }
  checkTargets(targets, inputsOf(request));
  if (request.outputFolder.empty()) return;
  for (const std::string& image : request.images) {
    if (image == "-") throw UseError("--output-dir: standard input has no file name");
    targets.push_back(request.targetOf(image));
    checkWritable(targets.back());
  }
  checkFolder(request.outputFolder);
  checkTargets(targets, inputsOf(request), true);
}

}  // namespace

std::string FindRequest::targetOf(const std::string& image) const {
  return outputFolder.empty() ? output : targetInFolder(outputFolder, image);
}

void FindArguments::addTo(OptionParser& parser) {
  addSearch(parser, request_, method_);
  addOutput(parser, request_, method_);
  parser.files(files_);
}

FindRequest FindArguments::request(const Registry& registry) const {
  FindRequest request = request_;
  request.method = method_.method();
  // The best position costs a pass over all scores; compute it only if it is printed.
  request.method.wantBest = request.method.nearest || (request.json && !request.quiet);
  // Distances likewise: only JSON has them.
  request.method.distances = request.json && !request.quiet;
  checkEngine(registry, request.engine);
  if (request.judge.empty() && request.method.judgeRecall != FindOptions().judgeRecall) {
    throw UseError("--judge-recall: is for --judge");
  }
  request.scenes = !request.index.empty() && SceneIndex::isOne(request.index);
  if (request.scenes) {
    sortIndexed(request, files_);
    return request;
  }
  if (request.trust && request.index.empty()) throw UseError("--trust: is for --index");
  sortFiles(request, files_);
  checkNeedleIndex(request);
  checkScoresAsked(request);
  checkJudge(request);
  request.method.subPixel = request.method.subPixel && !request.quiet;
  checkOutputs(request);
  return request;
}

}  // namespace espy::cli
