// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "common/verb.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <set>

#include "common/interrupts.h"
#include "common/messages.h"
#include "common/option_parser.h"
#include "common/progress_line.h"
#include "common/suggestion.h"
#include "common/values.h"
#include "library/request.h"

namespace espy::cli {
namespace {

constexpr const char* kLibraryUsage =
    "espy library create LIB [--features M] [--side N] [--min-features N]\n"
    "       espy library add LIB [--id ID] [--missing] PHOTO...\n"
    "       espy library update LIB [--id ID] PHOTO...\n"
    "       espy library remove LIB ID...\n"
    "       espy library info|list|files|verify|compact LIB";

constexpr const char* kLibraryAbout =
    "Keeps libraries of known surfaces, for espy identify. A library is a folder.\n"
    "\n"
    "  create   makes an empty library\n"
    "  add      adds photographs of surfaces, one of each; the id of a surface is the name of its\n"
    "           file without folders and ending. Existing surfaces are not replaced.\n"
    "  update   as add, and replaces existing surfaces\n"
    "  remove   removes surfaces\n"
    "  info     prints a summary of the library\n"
    "  list     prints the ids, in the order of their bytes\n"
    "  files    prints the names of the library's files, for a copy of it\n"
    "  verify   reads the whole library, and prints a line for each fault\n"
    "  compact  frees the space of removed surfaces\n"
    "\n"
    "Photographs may be given as files, folders, patterns (\"shots/**/*.jpg\") and lists "
    "(\"@list.txt\",\n"
    "\"@-\"), as the images of espy batch. One process writes at a time; any number may read\n"
    "meanwhile. Surfaces that were added stay, even if the run is interrupted.";

constexpr const char* kLibraryExamples =
    "Exit status:\n"
    "  0 done, 2 refused, or verify has found faults, 3 some photographs or ids failed and the "
    "others\n"
    "  were done, 130 cancelled; what was done until then stays\n"
    "\n"
    "Examples:\n"
    "  espy library create bricks.esl\n"
    "  espy library add bricks.esl shots/\n"
    "  espy library update --id 'brick 17' bricks.esl IMG_2041.jpg\n"
    "  espy library list bricks.esl | grep '^old-' | xargs -d '\\n' espy library "
    "remove bricks.esl --\n"
    "  tar -C bricks.esl -cf backup.tar $(espy library files bricks.esl)\n";

int create(const LibraryRequest& request) {
  SurfaceOptions options = request.options;
  options.leastFeatures =
      request.leastFeatures.value_or(std::min(options.leastFeatures, options.features.most));
  options.maker = featureMaker();
  SurfaceLibrary::create(request.library, options);
  return kDone;
}

int add(const LibraryRequest& request) {
  return addPhotographs(request, false);
}

int update(const LibraryRequest& request) {
  return addPhotographs(request, true);
}

int removeIds(const LibraryRequest& request) {
  const Interrupts interrupts;
  SurfaceWriter writer(request.library);
  std::size_t removed = 0;
  const std::set<std::string> ids(request.others.begin(), request.others.end());
  std::vector<std::string> unknown;
  for (const std::string& id : ids) {
    if (writer.remove(id)) {
      ++removed;
    } else {
      unknown.push_back(id);
    }
  }
  writer.commit();
  for (const std::string& id : unknown) {
    printError(fmt::format("{}: has no surface {}", request.library, id));
  }
  return unknown.empty() ? kDone : removed == 0 ? kRefused : kPartlyDone;
}

int compact(const LibraryRequest& request) {
  const Interrupts interrupts;
  SurfaceWriter writer(request.library);
  const std::int64_t before = writer.facts().bytes;
  ProgressLine progress(static_cast<std::size_t>(writer.facts().references));
  writer.compact(controlOf(request.threads, interrupts, progress));
  progress.end();
  printText(
      fmt::format("{}: {} bytes, {} before\n", request.library, writer.facts().bytes, before));
  return kDone;
}

/// An action on a library.
struct Action {
  const char* name;
  int (*run)(const LibraryRequest& request);
  const char* others;  ///< arguments after the library; null: none
  std::set<std::string> options;
};

const std::vector<Action>& actions() {
  static const std::vector<Action> kActions{
      {"create", create, nullptr, {"--features", "--side", "--min-features"}},
      {"add", add, "photograph", {"--id", "--missing", "--threads", "--max-pixels"}},
      {"update", update, "photograph", {"--id", "--threads", "--max-pixels"}},
      {"remove", removeIds, "id", {}},
      {"info", printInfo, nullptr, {"--json"}},
      {"list", printIds, nullptr, {}},
      {"files", printFiles, nullptr, {}},
      {"verify", printFaults, nullptr, {"--json", "--threads"}},
      {"compact", compact, nullptr, {}}};
  return kActions;
}

std::vector<std::string> libraryActions() {
  std::vector<std::string> names;
  for (const Action& action : actions()) names.emplace_back(action.name);
  return names;
}

const Action& actionNamed(const std::vector<std::string>& words) {
  const auto known = [] { return fmt::format("{}", fmt::join(libraryActions(), ", ")); };
  if (words.empty()) throw UseError("no action given; the actions are " + known());
  for (const Action& action : actions()) {
    if (words.front() == action.name) return action;
  }
  throw UseError(fmt::format("there is no action {}{}; the actions are {}", words.front(),
                             suggestion(words.front(), libraryActions()), known()));
}

int run(const LibraryRequest& given, const std::vector<std::string>& words,
        const std::set<std::string>& options) {
  const Action& action = actionNamed(words);
  for (const std::string& option : options) {
    if (!action.options.contains(option)) {
      throw UseError(fmt::format("{}: is not an option of espy library {}", option, action.name));
    }
  }
  if (words.size() < 2) throw UseError("no library given");
  LibraryRequest request = given;
  request.library = words[1];
  request.others.assign(words.begin() + 2, words.end());
  if (action.others == nullptr && !request.others.empty()) {
    throw UseError("unexpected argument " + request.others.front());
  }
  if (action.others != nullptr && request.others.empty()) {
    throw UseError(fmt::format("no {} given", action.others));
  }
  return action.run(request);
}

std::function<int()> setUpLibrary(OptionParser& parser) {
  const auto request = std::make_shared<LibraryRequest>();
  const auto words = std::make_shared<std::vector<std::string>>();
  const auto given = std::make_shared<std::set<std::string>>();
  const auto number = [&, request, given](const char* name, const char* help, std::int64_t least,
                                          std::int64_t most, auto take) {
    parser.option(name, "N", help, [=](const std::string& text) {
      given->insert(name);
      take(*request, parseInteger(name, text, least, most));
    });
  };
  parser.group("Options of create");
  constexpr std::int64_t kMost = 8192;
  number("--features",
         "number of strongest features kept of each surface, 1..8192\n"
         "(default: 384)",
         1, kMost,
         [](LibraryRequest& to, std::int64_t value) { to.options.features.most = value; });
  number("--side",
         "larger photographs are scaled down first, to this longest side\n"
         "in pixels (default: 1024)",
         32, 1'000'000,
         [](LibraryRequest& to, std::int64_t value) { to.options.features.longestSide = value; });
  number("--min-features",
         "refuse photographs with fewer features (default: 32, or the\n"
         "number kept if that is less)",
         1, kMost, [](LibraryRequest& to, std::int64_t value) { to.leastFeatures = value; });
  parser.group("Options of add and update");
  parser.option("--id", "ID", "id of the surface, if one photograph is given",
                [=](const auto& text) {
                  given->insert("--id");
                  request->id = text;
                });
  parser.flag("--missing",
              "add: skip photographs whose ids are already in the library, as\n"
              "after an interrupted run",
              request->missing);
  number("--max-pixels", "refuse larger photographs (default: 2^34)", 1,
         std::numeric_limits<std::int64_t>::max(),
         [](LibraryRequest& to, std::int64_t value) { to.reading.maxPixels = value; });
  number("--threads", "photographs read at a time (default: number of cores)", 1, 1024,
         [](LibraryRequest& to, std::int64_t value) { to.threads = static_cast<int>(value); });
  parser.group("Text");
  parser.flag("--json", "info: print one JSON object; verify: one object a line", request->json);
  parser.flag("--quiet", "no output and no error messages: only the exit status", request->quiet);
  parser.wordAndFiles(*words, libraryActions());
  return [request, words, given] {
    if (request->json) given->insert("--json");
    if (request->missing) given->insert("--missing");
    return run(*request, *words, *given);
  };
}

}  // namespace

const Verb kLibraryVerb{"library",        "libraries of known surfaces, for espy identify",
                        kLibraryUsage,    kLibraryAbout,
                        kLibraryExamples, setUpLibrary};

}  // namespace espy::cli
