// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "common/option_parser.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "common/messages.h"
#include "common/output.h"
#include "common/suggestion.h"
#include "common/values.h"

namespace espy::cli {
namespace {

/// Splits "-o,--output" at commas.
std::vector<std::string> split(const std::string& names) {
  std::vector<std::string> parts(1);
  for (const char c : names) {
    if (c == ',') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

/// "--output" of "-o,--output", "--colour" of "--colour,--color".
std::string longName(const std::string& names) {
  const std::string from = names.substr(names.find("--"));
  return from.substr(0, from.find(','));
}

[[noreturn]] void refuseNoValue(const std::string& name) {
  throw UseError(name + ": needs a value");
}

/// Splits "--output=" into "--output" and "": CLI11 would take the next word as its value.
std::vector<std::string> withEmptyValues(const std::vector<std::string>& arguments) {
  std::vector<std::string> words;
  bool options = true;
  for (const std::string& word : arguments) {
    options = options && word != "--";
    if (options && word.starts_with("--") && word.find('=') == word.size() - 1) {
      words.push_back(word.substr(0, word.size() - 1));
      words.emplace_back();
    } else {
      words.push_back(word);
    }
  }
  return words;
}

}  // namespace

struct OptionParser::Inside {
  CLI::App app;
  std::string head;
  std::string group;
  OptionTable table;
  std::string examples;
  std::vector<std::string>* files = nullptr;

  std::set<std::string> flags;                                   ///< all names of flags
  std::map<std::string, const std::vector<std::string>*> lists;  ///< of options that repeat

  /// CLI11 accepts "--json=0" and the like; flags take no value here.
  void refuseValueOfFlag(const std::string& word) const {
    const std::string name = word.substr(0, word.find('='));
    if (name.size() < word.size() && flags.contains(name)) {
      throw UseError(word + ": " + name + " takes no value");
    }
  }

  std::vector<std::string> optionNames() const {
    std::vector<std::string> names;
    for (const OptionFacts& option : table.options) {
      names.insert(names.end(), option.names.begin(), option.names.end());
    }
    return names;
  }

  /// Handles what CLI11 left over, in order. Files are not declared to CLI11, which would parse a
  /// name such as [a,b] as a list.
  void takeRest(const std::vector<std::string>& rest) const {
    bool onlyFiles = false;
    for (const std::string& word : rest) {
      if (!onlyFiles && word == "--") {
        onlyFiles = true;
      } else if (!onlyFiles && word.size() > 1 && word.starts_with('-')) {
        throw UseError("there is no option " + word +
                       suggestion(word.substr(0, word.find('=')), optionNames()));
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
  inside_->group = title;
}

void OptionParser::add(const std::string& names, const std::string& value,
                       const std::string& help) {
  inside_->table.options.push_back({inside_->group, split(names), value, help});
}

void OptionParser::option(const std::string& names, const std::string& value,
                          const std::string& help,
                          const std::function<void(const std::string&)>& take) {
  add(names, value, help);
  const auto takeValue = [take, name = longName(names)](const std::string& given) {
    if (given.empty()) refuseNoValue(name);
    take(given);
  };
  inside_->app.add_option_function<std::string>(names, takeValue)->take_last();
}

void OptionParser::option(const std::string& names, const std::string& value,
                          const std::string& help, std::string& text) {
  option(names, value, help, [&text](const std::string& given) { text = given; });
}

void OptionParser::list(const std::string& names, const std::string& value, const std::string& help,
                        std::vector<std::string>& values) {
  add(names, value, help);
  inside_->table.options.back().repeats = true;
  inside_->lists[longName(names)] = &values;
  inside_->app.add_option(names, values)->allow_extra_args(false);
}

void OptionParser::flag(const std::string& names, const std::string& help, bool& set) {
  add(names, "", help);
  for (const std::string& name : split(names)) inside_->flags.insert(name);
  inside_->app.add_flag(names, set);
}

void OptionParser::choice(const std::string& names, const std::string& value,
                          const std::vector<std::string>& choices, const std::string& help,
                          const std::function<void(std::size_t)>& take) {
  option(names, value, help,
         [=](const std::string& text) { take(parseChoice(longName(names), text, choices)); });
  offer(choices);
}

void OptionParser::offer(const std::vector<std::string>& words) {
  inside_->table.options.back().choices = words;
}

void OptionParser::files(std::vector<std::string>& files) {
  inside_->files = &files;
  inside_->table.files = true;
}

void OptionParser::wordAndFiles(std::vector<std::string>& given,
                                const std::vector<std::string>& known) {
  words(given, known);
  inside_->table.files = true;
}

void OptionParser::words(std::vector<std::string>& given, const std::vector<std::string>& known) {
  inside_->files = &given;
  inside_->table.words = known;
}

const OptionTable& OptionParser::table() const {
  return inside_->table;
}

bool OptionParser::parse(const std::vector<std::string>& arguments) {
  // Help takes precedence over other errors, but not after "--".
  const auto end = std::find(arguments.begin(), arguments.end(), "--");
  const auto isHelp = [](const std::string& a) { return a == "-h" || a == "--help"; };
  if (std::any_of(arguments.begin(), end, isHelp)) {
    Output out;
    out.text(inside_->head + helpOf(inside_->table) + "\n" + inside_->examples);
    out.flush();
    return false;
  }
  if (inside_->flags.contains("--quiet") && std::find(arguments.begin(), end, "--quiet") != end) {
    setQuiet();  // before anything is refused
  }
  for (auto word = arguments.begin(); word != end; ++word) inside_->refuseValueOfFlag(*word);
  try {
    std::vector<std::string> words = withEmptyValues(arguments);
    std::reverse(words.begin(), words.end());
    inside_->app.parse(std::move(words));
  } catch (const CLI::ArgumentMismatch& error) {
    const std::string sentence = error.what();
    refuseNoValue(sentence.substr(0, sentence.find(':')));
  } catch (const CLI::ParseError& error) {
    std::string sentence = error.what();
    std::replace(sentence.begin(), sentence.end(), '\n', ' ');
    throw UseError(sentence);
  }
  for (const auto& [name, values] : inside_->lists) {
    if (std::find(values->begin(), values->end(), "") != values->end()) refuseNoValue(name);
  }
  inside_->takeRest(inside_->app.remaining());
  return true;
}

}  // namespace espy::cli
