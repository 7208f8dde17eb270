// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "common/verb.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>

#include "common/messages.h"
#include "common/option_parser.h"
#include "common/values.h"
#include "index/request.h"

namespace espy::cli {
namespace {

constexpr const char* kUsage =
    "espy index PICTURE... -o INDEX\n"
    "       espy index add|update INDEX PICTURE...\n"
    "       espy index remove INDEX NAME...\n"
    "       espy index list|info|verify|compact INDEX";

constexpr const char* kAbout =
    "Makes an index of many small pictures: tiles, sprites, icons, glyphs. espy find --index "
    "finds\n"
    "all of them in one pass over an image, exactly, whatever their number. An index is a folder;\n"
    "it keeps the pixels, so that the files are not needed afterwards.\n"
    "\n"
    "  add      adds pictures; a picture's name is its file as it is given here\n"
    "  update   as add, and replaces pictures of the same name\n"
    "  remove   removes pictures\n"
    "  list     prints the names, in the order in which they were added\n"
    "  info     prints a summary\n"
    "  verify   reads the whole index, and compares the files with what was read from them\n"
    "  compact  frees the space of removed pictures, and makes one part of many, which is faster\n"
    "\n"
    "Pictures may be given as files, folders, patterns (\"tiles/**/*.png\") and lists\n"
    "(\"@list.txt\", \"@-\"), as the images of espy batch. One process writes at a time; any "
    "number\n"
    "may read meanwhile. Changes are made whole or not at all.";

constexpr const char* kExamples =
    "Exit status:\n"
    "  0 done, 2 refused, or verify has found faults, 3 some pictures or names failed and the\n"
    "  others were done, 130 cancelled\n"
    "\n"
    "Examples:\n"
    "  espy index tiles/ -o tiles.esi\n"
    "  espy find --index tiles.esi screenshot.png\n"
    "  espy index update tiles.esi tiles/new/\n"
    "  espy index list --json tiles.esi\n";

struct Action {
  const char* name;
  int (*run)(const IndexRequest& request);
  const char* others;  ///< arguments after the index; null: none
};

int add(const IndexRequest& request) {
  return addNeedles(request, false);
}

int update(const IndexRequest& request) {
  return addNeedles(request, true);
}

constexpr Action kActions[] = {{"add", add, "picture"},
                               {"update", update, "picture"},
                               {"remove", removeNeedles, "name"},
                               {"list", listNeedles, nullptr},
                               {"info", describeNeedleIndex, nullptr},
                               {"verify", verifyNeedleIndex, nullptr},
                               {"compact", compactNeedleIndex, nullptr}};

std::vector<std::string> actionNames() {
  std::vector<std::string> names;
  for (const Action& action : kActions) names.emplace_back(action.name);
  return names;
}

int run(const IndexRequest& given, const std::vector<std::string>& words,
        const std::string& output) {
  if (given.quiet) setQuiet();
  IndexRequest request = given;
  if (words.empty()) throw UseError("no picture given");
  if (!output.empty()) {
    request.index = output;
    request.others = words;
    return createNeedleIndex(request);
  }
  const auto action = std::ranges::find(kActions, words.front(), &Action::name);
  if (action == std::end(kActions)) {
    throw UseError(
        fmt::format("{}: is no action; a new index needs --output INDEX", words.front()));
  }
  if (words.size() < 2) throw UseError("no index given");
  request.index = words[1];
  request.others.assign(words.begin() + 2, words.end());
  if (action->others == nullptr && !request.others.empty()) {
    throw UseError("unexpected argument " + request.others.front());
  }
  if (action->others != nullptr && request.others.empty()) {
    throw UseError(fmt::format("no {} given", action->others));
  }
  return action->run(request);
}

std::function<int()> setUpIndex(OptionParser& parser) {
  const auto request = std::make_shared<IndexRequest>();
  const auto words = std::make_shared<std::vector<std::string>>();
  const auto output = std::make_shared<std::string>();
  parser.group("Index");
  parser.option("-o,--output", "INDEX", "make a new index in this folder", *output);
  addReading(parser, *request);
  parser.option("--threads", "N", "threads (default: number of cores)",
                [=](const std::string& text) {
                  request->threads = static_cast<int>(parseInteger("--threads", text, 1, 1024));
                });
  parser.group("Text");
  parser.flag("--json", "list: one JSON object a line; info: one object", request->json);
  parser.flag("--quiet", "no output and no error messages: only the exit status", request->quiet);
  parser.wordAndFiles(*words, actionNames());
  return [request, words, output] { return run(*request, *words, *output); };
}

}  // namespace

const Verb kIndexVerb{"index",   "indexes of many pictures, for espy find --index",
                      kUsage,    kAbout,
                      kExamples, setUpIndex};

}  // namespace espy::cli
