// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "common/verb.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <limits>
#include <memory>
#include <set>

#include "common/messages.h"
#include "common/option_parser.h"
#include "common/values.h"
#include "index/scenes.h"

namespace espy::cli {
namespace {

constexpr const char* kUsage =
    "espy index --scenes [--side N] IMAGE... -o INDEX.esi\n"
    "       espy index add INDEX.esi IMAGE...\n"
    "       espy index remove INDEX.esi IMAGE...\n"
    "       espy index list|verify|compact INDEX.esi";

constexpr const char* kAbout =
    "Keeps indexes of many pictures, for espy find --index: in which of them, and where, does a\n"
    "needle lie? The answer is that of espy find over every picture, but only those are opened "
    "that\n"
    "may have a match. An index is a folder.\n"
    "\n"
    "  --scenes makes an index of pictures\n"
    "  add      adds pictures; those whose files changed are indexed again, others skipped\n"
    "  remove   removes pictures from the index\n"
    "  list     prints the pictures of the index\n"
    "  verify   reads the whole index, looks at the pictures' files, and prints a line for each "
    "fault\n"
    "  compact  frees the space of removed pictures\n"
    "\n"
    "Pictures may be given as files, folders, patterns (\"shots/**/*.png\") and lists "
    "(\"@list.txt\",\n"
    "\"@-\"), as the images of espy batch. One process writes at a time; any number may read\n"
    "meanwhile.";

constexpr const char* kExamples =
    "Exit status:\n"
    "  0 done, 2 refused, or verify has found faults, 3 some pictures failed and the others were\n"
    "  done, 130 cancelled\n"
    "\n"
    "Examples:\n"
    "  espy index --scenes shots/ -o shots.esi\n"
    "  espy find --index shots.esi button.png\n"
    "  espy index add shots.esi shots/\n";

struct IndexRequest : SceneRequest {
  bool scenes = false;
  std::string output;
};

/// An action on an index.
struct IndexAction {
  const char* name;
  int (*run)(const SceneRequest& request);
  bool takesPictures;
  std::set<std::string> options;
};

const std::vector<IndexAction>& indexActions() {
  static const std::vector<IndexAction> kActions{
      {"add", addScenes, true, {"--memory", "--threads", "--max-pixels"}},
      {"remove", removeScenes, true, {}},
      {"list", listScenes, false, {"--json"}},
      {"verify", verifyScenes, false, {"--json", "--threads"}},
      {"compact", compactScenes, false, {"--threads"}}};
  return kActions;
}

void refuseOthers(const std::set<std::string>& given, const std::set<std::string>& allowed,
                  const std::string& what) {
  for (const std::string& option : given) {
    if (!allowed.contains(option)) {
      throw UseError(fmt::format("{}: is not an option of espy index {}", option, what));
    }
  }
}

int runIndex(const IndexRequest& given, const std::vector<std::string>& words,
             const std::set<std::string>& options) {
  if (given.quiet) setQuiet();
  IndexRequest request = given;
  if (words.empty()) throw UseError("no action and no picture given");
  if (given.scenes) {
    refuseOthers(options, {"--scenes", "-o", "--side", "--memory", "--threads", "--max-pixels"},
                 "--scenes");
    if (given.output.empty()) throw UseError("no index given; add -o INDEX.esi");
    request.index = given.output;
    request.others = words;
    return createScenes(request);
  }
  for (const IndexAction& action : indexActions()) {
    if (words.front() != action.name) continue;
    refuseOthers(options, action.options, action.name);
    if (words.size() < 2) throw UseError("no index given");
    request.index = words[1];
    request.others.assign(words.begin() + 2, words.end());
    if (!action.takesPictures && !request.others.empty()) {
      throw UseError("unexpected argument " + request.others.front());
    }
    if (action.takesPictures && request.others.empty()) throw UseError("no picture given");
    return action.run(request);
  }
  throw UseError(fmt::format("there is no action {}; to make an index of pictures add --scenes",
                             words.front()));
}

std::function<int()> setUpIndex(OptionParser& parser) {
  const auto request = std::make_shared<IndexRequest>();
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
  parser.flag("--scenes", "make an index of the pictures that are searched", request->scenes);
  parser.option("-o,--output", "INDEX.esi", "the index, a folder that does not exist yet",
                [=](const std::string& text) {
                  given->insert("-o");
                  request->output = text;
                });
  number("--side",
         "smallest width and height of a needle that can be found, 12..256\n"
         "(default: 24); 32 needs half of the space",
         12, 256, [](IndexRequest& to, std::int64_t value) { to.side = value; });
  parser.group("Options of a new index and of add");
  number("--memory", "memory for entries in MB (default: 1024)", 1, 1 << 20,
         [](IndexRequest& to, std::int64_t value) {
           to.memory = static_cast<std::uint64_t>(value) << 20U;
         });
  number("--max-pixels", "refuse larger pictures (default: 2^34)", 1,
         std::numeric_limits<std::int64_t>::max(),
         [](IndexRequest& to, std::int64_t value) { to.reading.maxPixels = value; });
  number("--threads", "number of threads (default: number of cores)", 1, 1024,
         [](IndexRequest& to, std::int64_t value) { to.threads = static_cast<int>(value); });
  parser.group("Text");
  parser.flag("--json", "list, verify: print one JSON object a line", request->json);
  parser.flag("--quiet", "no output and no error messages: only the exit status", request->quiet);
  std::vector<std::string> names;
  for (const IndexAction& action : indexActions()) names.emplace_back(action.name);
  parser.wordAndFiles(*words, names);
  return [request, words, given] {
    if (request->json) given->insert("--json");
    if (request->scenes) given->insert("--scenes");
    return runIndex(*request, *words, *given);
  };
}

}  // namespace

const Verb kIndexVerb{"index",   "indexes of many pictures, for espy find --index",
                      kUsage,    kAbout,
                      kExamples, setUpIndex};

}  // namespace espy::cli
