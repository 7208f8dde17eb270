// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <exception>
#include <functional>
#include <new>
#include <string>
#include <vector>

#include "common/messages.h"
#include "common/option_parser.h"
#include "common/output.h"
#include "common/suggestion.h"
#include "common/verb.h"
#include "espy/engine/all.h"

namespace espy::cli {
namespace {

using Arguments = std::vector<std::string>;

constexpr const char* kHelpHead =
    "Usage: espy VERB [OPTION...] [FILE...]\n"
    "\n"
    "Espy is grep for pictures: give it a small picture and large ones, and it prints where the\n"
    "small one lies in them.\n"
    "\n"
    "Verbs:\n";

constexpr const char* kHelpEnd =
    "\n"
    "Examples:\n"
    "  espy find button.png screenshot.png\n"
    "  espy find -o found.png traveller.ppm crowd.ppm\n"
    "  espy screen --keep '#c00000' -o red.png map.png\n"
    "  espy signal beat.csv day.csv\n"
    "\n"
    "Exit status:\n"
    "  0 found or done, 1 nothing found, 2 bad input or use, 3 some images of several failed,\n"
    "  130 cancelled\n";

std::string help() {
  std::string text = kHelpHead;
  for (const Verb* verb : allVerbs()) text += fmt::format("  {:<10}  {}\n", verb->name, verb->line);
  text += "\nOptions:\n";
  for (const OptionFacts& option : programOptions().options) {
    text += fmt::format("  {:<10}  {}\n", option.names.back(), option.help);
  }
  return text + kHelpEnd;
}

std::vector<std::string> verbNames() {
  std::vector<std::string> names;
  for (const Verb* verb : allVerbs()) names.emplace_back(verb->name);
  return names;
}

/// "the verbs are find, screen, learn, lab and devices"
std::string verbList() {
  std::vector<std::string> names = verbNames();
  const std::string last = names.back();
  names.pop_back();
  if (names.empty()) return "the only verb here is " + last;
  return fmt::format("the verbs are {} and {}", fmt::join(names, ", "), last);
}

const Verb* verbNamed(const std::string& name) {
  for (const Verb* verb : allVerbs()) {
    if (verb->name == name) return verb;
  }
  return nullptr;
}

int print(const std::string& text) {
  Output out;
  out.text(text);
  out.flush();
  return kDone;
}

int runVerb(const Verb& verb, const Arguments& arguments) {
  OptionParser parser(verb);
  const std::function<int()> run = verb.setUp(parser);
  return parser.parse(arguments) ? run() : kDone;
}

/// Runs a command line that does not begin with a verb.
int dispatch(const Arguments& words) {
  const std::string word = words.empty() ? "" : words.front();
  if (word == "help" && words.size() > 1) {
    const Verb* const verb = verbNamed(words[1]);
    return verb != nullptr ? runVerb(*verb, {"--help"})
                           : dispatch({words.begin() + 1, words.end()});
  }
  if (word == "help" || word == "--help" || word == "-h") return print(help());
  if (word == "--version") return print(std::string("espy ") + version() + "\n");
  if (word.empty()) throw UseError("no verb given; " + verbList());
  const bool option = word.starts_with('-');
  std::vector<std::string> names;
  if (option) {
    for (const OptionFacts& known : programOptions().options) {
      names.insert(names.end(), known.names.begin(), known.names.end());
    }
  } else {
    names = verbNames();
  }
  const std::string near = suggestion(word, names);
  throw UseError((option ? "there is no option " : "there is no verb ") + word +
                 (near.empty() ? "; " + verbList() : near));
}

int run(const Arguments& words) {
  const std::string first = words.empty() ? "" : words.front();
  const Verb* const verb = verbNamed(first);
  try {
    checkSimdVariable();
    if (verb == nullptr) return dispatch(words);
    return runVerb(*verb, Arguments(words.begin() + 1, words.end()));
  } catch (const UseError& error) {
    printError(error.what() + std::string("; try 'espy ") + (verb != nullptr ? first + " " : "") +
               "--help'");
  } catch (const Error& error) {
    if (error.code() == ErrorCode::cancelled) {
      printCancelled();
      return kCancelled;
    }
    printError(error.what());
  } catch (const std::bad_alloc&) {
    printError("not enough memory");
  } catch (const std::exception& error) {
    printError(error.what());
  }
  return kRefused;
}

/// main() has determined the exit status.
std::atomic<bool> ended = false;

/// A library may exit the process (OpenMP's does if it cannot start a thread); its status 1 must
/// not mean "nothing found".
void guardExit() {
  std::atexit([] {
    if (!ended) ::_exit(kRefused);
  });
}

}  // namespace
}  // namespace espy::cli

int main(int count, char** words) {
  espy::cli::fillStandardStreams();
  // Makes writes beyond `ulimit -f` fail with an error that can be reported.
  std::signal(SIGXFSZ, SIG_IGN);
  espy::cli::guardExit();
  const int status = espy::cli::run({words + (count > 0 ? 1 : 0), words + count});
  espy::cli::ended = true;
  return status;
}
