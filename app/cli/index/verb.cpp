// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "common/verb.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <set>

#include "common/messages.h"
#include "common/option_parser.h"
#include "common/suggestion.h"
#include "common/values.h"
#include "index/actions.h"

namespace espy::cli {
namespace {

constexpr const char* kIndexUsage =
    "espy index PICTURE... -o INDEX.esi\n"
    "       espy index --scenes [--tolerant] [--side N] IMAGE... -o INDEX.esi\n"
    "       espy index add|update INDEX.esi PICTURE...\n"
    "       espy index remove INDEX.esi NAME...\n"
    "       espy index list|info|verify|compact INDEX.esi";

constexpr const char* kIndexAbout =
    "Makes indexes for espy find --index. An index is a folder, of one of two kinds:\n"
    "\n"
    "  of needles  many small pictures, such as tiles, sprites, icons, glyphs: all of them are\n"
    "              found in one pass over an image, exactly, whatever their number. It keeps the\n"
    "              pixels; the files are not needed afterwards.\n"
    "  of scenes   (--scenes) many images: in which of them, and where, does a needle lie? The\n"
    "              answer is that of espy find over every image, but only those are opened that\n"
    "              may have a match. A tolerant one (--tolerant) finds needles in spite of noise\n"
    "              or JPEG, with espy find --method zncc, but may miss images.\n"
    "\n"
    "  add      adds pictures\n"
    "  update   as add, and replaces pictures of the same name, of scenes if they changed (there\n"
    "           add does so, too)\n"
    "  remove   removes pictures\n"
    "  list     prints the pictures, in the order in which they were added\n"
    "  info     prints a summary\n"
    "  verify   reads the whole index, and looks whether the files have changed\n"
    "  compact  frees the space of removed pictures, and makes one part of many, which is faster\n"
    "\n"
    "Pictures may be given as files, folders, patterns (\"tiles/**/*.png\") and lists\n"
    "(\"@list.txt\", \"@-\"), as the images of espy batch. One process writes at a time; any\n"
    "number may read meanwhile.";

constexpr const char* kIndexExamples =
    "Exit status:\n"
    "  0 done, 2 refused, or verify has found faults, 3 some pictures or names failed and the\n"
    "  others were done, 130 cancelled\n"
    "\n"
    "Examples:\n"
    "  espy index tiles/ -o tiles.esi\n"
    "  espy find --index tiles.esi screenshot.png\n"
    "  espy index --scenes shots/ -o shots.esi\n"
    "  espy find --index shots.esi button.png\n"
    "  espy index add shots.esi shots/\n"
    "  espy index list --json tiles.esi\n";

struct IndexArguments : IndexRequest {
  bool scenes = false;
  std::string output;
};

/// An action on an index of either kind.
struct IndexAction {
  const char* name;
  int (*ofNeedles)(const IndexRequest& request);
  int (*ofScenes)(const IndexRequest& request);
  const char* others;  ///< arguments after the index; null: none
  std::set<std::string> options;
};

const std::vector<IndexAction>& indexActions() {
  static const std::vector<IndexAction> kActions{
      {"add", addNeedles, addScenes, "picture", {"--memory", "--threads", "--max-pixels"}},
      {"update", updateNeedles, addScenes, "picture", {"--memory", "--threads", "--max-pixels"}},
      {"remove", removeNeedles, removeScenes, "name", {}},
      {"list", listNeedles, listScenes, nullptr, {"--json"}},
      {"info", describeNeedleIndex, describeScenes, nullptr, {"--json"}},
      {"verify", verifyNeedleIndex, verifyScenes, nullptr, {"--json", "--threads"}},
      {"compact", compactNeedleIndex, compactScenes, nullptr, {"--threads"}}};
  return kActions;
}

std::vector<std::string> actionNames() {
  std::vector<std::string> names;
  for (const IndexAction& action : indexActions()) names.emplace_back(action.name);
  return names;
}

void refuseOthers(const std::set<std::string>& given, const std::set<std::string>& allowed,
                  const std::string& what) {
  for (const std::string& option : given) {
    if (!allowed.contains(option)) {
      throw UseError(fmt::format("{}: is not an option of espy index {}", option, what));
    }
  }
}

int create(const IndexArguments& request, const std::set<std::string>& options) {
  if (request.scenes) {
    refuseOthers(
        options,
        {"--scenes", "--tolerant", "-o", "--side", "--memory", "--threads", "--max-pixels"},
        "--scenes");
    return createScenes(request);
  }
  refuseOthers(options, {"-o", "--threads", "--max-pixels"}, "without --scenes");
  return createNeedleIndex(request);
}

int runIndex(const IndexArguments& given, const std::vector<std::string>& words,
             const std::set<std::string>& options) {
  IndexArguments request = given;
  if (words.empty()) throw UseError("no action and no picture given");
  if (!given.output.empty() || given.scenes) {
    if (given.output.empty()) throw UseError("no index given; add -o INDEX.esi");
    request.index = given.output;
    request.others = words;
    return create(request, options);
  }
  const auto action = std::ranges::find(indexActions(), words.front(), &IndexAction::name);
  if (action == indexActions().end()) {
    throw UseError(fmt::format("there is no action {}{}; a new index needs -o INDEX.esi",
                               words.front(), suggestion(words.front(), actionNames())));
  }
  refuseOthers(options, action->options, action->name);
  if (words.size() < 2) throw UseError("no index given");
  request.index = words[1];
  request.others.assign(words.begin() + 2, words.end());
  if (action->others == nullptr && !request.others.empty()) {
    throw UseError("unexpected argument " + request.others.front());
  }
  if (action->others != nullptr && request.others.empty()) {
    throw UseError(fmt::format("no {} given", action->others));
  }
  return SceneIndex::isOne(request.index) ? action->ofScenes(request) : action->ofNeedles(request);
}

std::function<int()> setUpIndex(OptionParser& parser) {
  const auto request = std::make_shared<IndexArguments>();
  const auto words = std::make_shared<std::vector<std::string>>();
  const auto given = std::make_shared<std::set<std::string>>();
  const auto number = [&](const char* name, const char* help, std::int64_t least, std::int64_t most,
                          auto take) {
    parser.option(name, "N", help, [=](const std::string& text) {
      given->insert(name);
      take(*request, parseInteger(name, text, least, most));
    });
  };
  parser.group("Options of a new index");
  parser.option("-o,--output", "INDEX.esi", "the index, a folder that does not exist yet",
                [=](const std::string& text) {
                  given->insert("-o");
                  request->output = text;
                });
  parser.flag("--scenes", "make an index of the images that are searched", request->scenes);
  parser.flag("--tolerant", "--scenes: for find --method zncc", request->tolerant);
  number("--side",
         "--scenes: smallest width and height of a needle that can be found,\n"
         "12..256 (default: 24); 32 needs half of the space; --tolerant:\n"
         "40..256 (default: 48)",
         12, 256, [](IndexArguments& to, std::int64_t value) { to.side = value; });
  parser.group("Options of a new index and of add");
  number("--memory", "--scenes: memory for entries in MB (default: 1024)", 1, 1 << 20,
         [](IndexArguments& to, std::int64_t value) {
           to.memory = static_cast<std::uint64_t>(value) << 20U;
         });
  number("--max-pixels", "refuse larger pictures (default: 2^34)", 1,
         std::numeric_limits<std::int64_t>::max(),
         [](IndexArguments& to, std::int64_t value) { to.reading.maxPixels = value; });
  number("--threads", "number of threads (default: number of cores)", 1, 1024,
         [](IndexArguments& to, std::int64_t value) { to.threads = static_cast<int>(value); });
  parser.group("Text");
  parser.flag("--json", "list, info, verify: print one JSON object a line", request->json);
  parser.flag("--quiet", "no output and no error messages: only the exit status", request->quiet);
  parser.wordAndFiles(*words, actionNames());
  return [request, words, given] {
    if (request->json) given->insert("--json");
    if (request->scenes) given->insert("--scenes");
    if (request->tolerant) given->insert("--tolerant");
    return runIndex(*request, *words, *given);
  };
}

}  // namespace

const Verb kIndexVerb{"index",        "indexes of many pictures, for espy find --index",
                      kIndexUsage,    kIndexAbout,
                      kIndexExamples, setUpIndex};

}  // namespace espy::cli
