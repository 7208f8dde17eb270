// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "common/option_parser.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <utility>

#include "common/messages.h"
#include "common/output.h"

namespace espy::cli {
namespace {

/// Columns that the names of options take in the help.
constexpr std::size_t kNameColumns = 33;

/// "  -o, --output FILE         what it does", further lines of the help indented alike.
std::string helpLine(const std::string& names, const std::string& help) {
  std::string line = "  " + names;
  line += line.size() + 2 > kNameColumns ? "\n" + std::string(kNameColumns, ' ')
                                         : std::string(kNameColumns - line.size(), ' ');
  for (const char c : help) {
    line += c;
    if (c == '\n') line += std::string(kNameColumns, ' ');
  }
  return line + "\n";
}

std::string spaced(const std::string& names) {
  std::string out = names.starts_with("--") ? "    " : "";
  for (const char c : names) {
    out += c;
    if (c == ',') out += ' ';
  }
  return out;
}

}  // namespace

struct OptionParser::Inside {
  CLI::App app;
  std::string head;
  std::string options;
  std::string examples;
  std::vector<std::string>* files = nullptr;

  /// Whatever CLI11 made nothing of, in order. It is not told of the files: it takes a name such as
  /// [a,b] for a list.
  void takeRest(const std::vector<std::string>& rest) const {
    bool onlyFiles = false;
    for (const std::string& word : rest) {
      if (!onlyFiles && word == "--") {
        onlyFiles = true;
      } else if (!onlyFiles && word.size() > 1 && word.starts_with('-')) {
        throw UseError("there is no option " + word);
      } else if (files == nullptr) {
        throw UseError("unexpected argument " + word);
      } else if (word.empty()) {
        throw UseError("a file name is empty");
      } else {
        files->push_back(word);
      }
    }
  }
};

OptionParser::OptionParser(const Verb& verb) : inside_(std::make_unique<Inside>()) {
  inside_->head = "Usage: " + std::string(verb.usage) + "\n\n" + verb.about + "\n";
  inside_->examples = verb.examples;
  inside_->app.set_help_flag();
  inside_->app.allow_extras();
}

OptionParser::~OptionParser() = default;

void OptionParser::group(const std::string& title) {
  inside_->options += "\n" + title + ":\n";
}

void OptionParser::option(const std::string& names, const std::string& value,
                          const std::string& help,
                          const std::function<void(const std::string&)>& take) {
  inside_->options += helpLine(spaced(names) + " " + value, help);
  inside_->app.add_option_function<std::string>(names, take)->take_last();
}

void OptionParser::option(const std::string& names, const std::string& value,
                          const std::string& help, std::string& text) {
  option(names, value, help, [&text, names](const std::string& given) {
    if (given.empty()) throw UseError(names.substr(names.find("--")) + ": needs a value");
    text = given;
  });
}

void OptionParser::list(const std::string& names, const std::string& value, const std::string& help,
                        std::vector<std::string>& values) {
  inside_->options += helpLine(spaced(names) + " " + value, help);
  inside_->app.add_option(names, values)->allow_extra_args(false);
}

void OptionParser::flag(const std::string& names, const std::string& help, bool& set) {
  inside_->options += helpLine(spaced(names), help);
  inside_->app.add_flag(names, set);
}

void OptionParser::files(std::vector<std::string>& files) {
  inside_->files = &files;
}

bool OptionParser::parse(const std::vector<std::string>& arguments) {
  // Help is asked for even where the rest makes no sense, but not behind the end of the options.
  const auto end = std::find(arguments.begin(), arguments.end(), "--");
  const auto isHelp = [](const std::string& a) { return a == "-h" || a == "--help"; };
  if (std::any_of(arguments.begin(), end, isHelp)) {
    Output out;
    out.text(inside_->head + inside_->options + "\n" + inside_->examples);
    out.flush();
    return false;
  }
  try {
    inside_->app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::ArgumentMismatch& error) {
    const std::string sentence = error.what();
    throw UseError(sentence.substr(0, sentence.find(':')) + ": needs a value");
  } catch (const CLI::ParseError& error) {
    std::string sentence = error.what();
    std::replace(sentence.begin(), sentence.end(), '\n', ' ');
    throw UseError(sentence);
  }
  inside_->takeRest(inside_->app.remaining());
  return true;
}

}  // namespace espy::cli
