// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <memory>
#include <system_error>

#include "common/messages.h"
#include "common/option_parser.h"
#include "common/verb.h"

namespace espy::cli {
namespace {

constexpr const char* kServiceAbout =
    "Serves the libraries in a folder over HTTP: which known surface does a photograph show? Runs\n"
    "`python3 -m espy.service`, or the Python that the variable ESPY_PYTHON names, with the same\n"
    "arguments.";

constexpr const char* kServiceExamples =
    "Examples:\n"
    "  espy service bricks.data\n"
    "  espy service keys add bricks.data till-4 --role write\n"
    "  espy service copy bricks.esl bricks.data bricks --parts 16\n";

/// One sentence instead of a stack trace without the Python part.
constexpr const char* kScript =
    "import sys\n"
    "try:\n"
    "    from espy.service._command import main\n"
    "except ImportError as missing:\n"
    "    sys.stderr.write(f\"espy: the service needs Espy's Python module: {missing};\"\n"
    "                     \" install it from Espy's source: pip install './python[service]'\\n\")\n"
    "    sys.exit(2)\n"
    "sys.exit(main())\n";

struct Given {
  std::vector<std::string> words;
  std::vector<std::string> options;
  bool keys = false;
  bool ray = false;
};

/// Replaces this process by Python.
int execute(const Given& given) {
  const char* const named = std::getenv("ESPY_PYTHON");
  const std::string python = named != nullptr && *named != '\0' ? named : "python3";
  std::vector<std::string> words{python, "-c", kScript};
  words.insert(words.end(), given.words.begin(), given.words.end());
  words.insert(words.end(), given.options.begin(), given.options.end());
  if (given.keys) words.emplace_back("--keys");
  if (given.ray) words.emplace_back("--ray");
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  ::execvp(python.c_str(), arguments.data());
  printError(python + ": " + std::generic_category().message(errno) +
             "; the service needs Python 3");
  return kRefused;
}

std::function<int()> setUpService(OptionParser& parser) {
  const auto given = std::make_shared<Given>();
  const auto pass = [&](const char* name, const char* value, const char* help) {
    parser.option(name, value, help, [given, name](const std::string& text) {
      given->options.insert(given->options.end(), {name, text});
    });
  };
  parser.files(given->words);
  parser.group("Access");
  pass("--host", "NAME", "address to listen at (127.0.0.1)");
  pass("--port", "N", "port to listen at (8000)");
  parser.flag("--keys", "require keys also from this machine", given->keys);
  pass("--role", "NAME", "keys add: search, write or admin (search)");
  parser.offer({"search", "write", "admin"});
  pass("--per-minute", "N", "keys add: requests and lines per minute (any number)");
  parser.group("Limits");
  pass("--max-bytes", "N", "largest file of a photograph (32 MiB)");
  pass("--max-pixels", "N", "largest photograph in pixels (64000000)");
  pass("--deadline", "SECONDS", "time limit of a search; then results are partial (30)");
  parser.group("Processes");
  pass("--engine", "NAME", "who computes (auto)");
  parser.flag("--ray", "several processes on this machine, which Ray restarts", given->ray);
  pass("--address", "HOST:PORT", "address of a Ray cluster");
  pass("--shards", "N", "number of shard groups (1)");
  pass("--replicas", "N", "shards in each group (1)");
  pass("--gateways", "N", "number of gateway processes (1)");
  pass("--cpus-per-shard", "N", "default: an equal share of this machine");
  pass("--gpus-per-shard", "N", "default: 0");
  pass("--parts", "N", "copy: parts of the new library (16)");
  return [given] { return execute(*given); };
}

}  // namespace

const Verb kServiceVerb{"service",
                        "serves libraries of surfaces over HTTP",
                        "espy service FOLDER [OPTION...]\n"
                        "       espy service keys add|list|remove FOLDER [NAME]\n"
                        "       espy service copy LIBRARY.esl FOLDER NAME\n"
                        "       espy service stop --address HOST:PORT",
                        kServiceAbout,
                        kServiceExamples,
                        setUpService};

}  // namespace espy::cli
