// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <map>
#include <new>
#include <string>

#include "espy/espy.h"
#include "messages.h"
#include "output.h"
#include "verbs.h"

namespace espy::cli {
namespace {

constexpr const char* kHelp =
    "Usage: espy VERB [OPTION...] [FILE...]\n"
    "\n"
    "Espy is grep for pictures: give it a small picture and large ones, and it says where the\n"
    "small one lies in them.\n"
    "\n"
    "Verbs:\n"
    "  find       where is this picture in those?\n"
    "  screen     keep one colour, white out or outline the rest\n"
    "  lab        the papers' experiments, on this machine\n"
    "  devices    engines, whether each can run, and why not\n"
    "\n"
    "Options:\n"
    "  --version  the version, and nothing else\n"
    "  --help     this text; VERB --help tells everything about a verb\n"
    "\n"
    "Examples:\n"
    "  espy find button.png screenshot.png\n"
    "  espy find -o found.png traveller.ppm crowd.ppm\n"
    "  espy screen --keep '#c00000' -o red.png map.png\n"
    "\n"
    "Exit status:\n"
    "  0 found or done, 1 nothing found, 2 bad input or use, 3 some images of several failed,\n"
    "  130 cancelled\n";

int print(const std::string& text) {
  Output out;
  out.text(text);
  out.flush();
  return kDone;
}

int dispatch(const std::string& verb, const Arguments& arguments) {
  static const std::map<std::string, int (*)(const Arguments&)> verbs = {
      {"find", findVerb}, {"screen", screenVerb}, {"lab", labVerb}, {"devices", devicesVerb}};
  if (const auto found = verbs.find(verb); found != verbs.end()) return found->second(arguments);
  if (verb == "--help" || verb == "-h") return print(kHelp);
  if (verb == "--version") return print(std::string("espy ") + version() + "\n");
  if (verb.empty()) throw UseError("what to do? The verbs are find, screen, lab and devices");
  if (verb == "batch") throw UseError(verb + ": this version has no such verb yet");
  throw UseError((verb.starts_with('-') ? "there is no option " : "there is no verb ") + verb +
                 "; the verbs are find, screen, lab and devices");
}

int run(const Arguments& words) {
  const std::string verb = words.empty() ? "" : words.front();
  const bool known = verb == "find" || verb == "screen" || verb == "lab" || verb == "devices";
  try {
    return dispatch(verb, words.empty() ? words : Arguments(words.begin() + 1, words.end()));
  } catch (const UseError& error) {
    complain(error.what() + std::string("; try 'espy ") + (known ? verb + " " : "") + "--help'");
  } catch (const Error& error) {
    if (error.code() == ErrorCode::cancelled) {
      complainOfCancel();
      return kCancelled;
    }
    complain(error.what());
  } catch (const std::bad_alloc&) {
    complain("not enough memory");
  } catch (const std::exception& error) {
    complain(error.what());
  }
  return kRefused;
}

/// The run has told its own status.
std::atomic<bool> ended = false;

/// A library that ends the process on its own (OpenMP's does where a thread cannot be started) must
/// not seem to say that nothing was found.
void guardExit() {
  std::atexit([] {
    if (!ended) ::_exit(kRefused);
  });
}

}  // namespace
}  // namespace espy::cli

int main(int count, char** words) {
  espy::cli::fillStandardStreams();
  // A write beyond `ulimit -f` fails then, which can be told.
  std::signal(SIGXFSZ, SIG_IGN);
  espy::cli::guardExit();
  const int status =
      espy::cli::run(espy::cli::Arguments(words + (count > 0 ? 1 : 0), words + count));
  espy::cli::ended = true;
  return status;
}
