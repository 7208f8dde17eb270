// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "espy/engine/all.h"
#include "texts/verb_facts.h"

namespace espy::cli {
namespace {

bool isLetter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0;
}

/// Escapes a word for roff. A dash is a minus sign unless it joins parts of a word.
std::string roffWord(const std::string& word) {
  std::string out;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const bool inside = i > 0 && i + 1 < word.size() && isLetter(word[i - 1]) &&
                        isLetter(word[i + 1]) && word.find("--") == std::string::npos;
    if (word[i] == '-' && !inside) {
      out += "\\-";
    } else if (word[i] == '\\') {
      out += "\\e";
    } else {
      out += word[i];
    }
  }
  return out;
}

/// Escapes a line of text. A leading control character is neutralised.
std::string roff(const std::string& line) {
  std::string out = line.starts_with('.') || line.starts_with('\'') ? "\\&" : "";
  std::string word;
  for (const char c : line + ' ') {
    if (c != ' ') {
      word += c;
      continue;
    }
    out += roffWord(word) + ' ';
    word.clear();
  }
  out.pop_back();
  return out;
}

/// Escapes typed or printed text: every dash is a minus sign.
std::string typed(const std::string& line) {
  const std::string text = replaced(replaced(line, "\\", "\\e"), "-", "\\-");
  return (text.starts_with('.') || text.starts_with('\'') ? "\\&" : "") + text;
}

/// Converts a verb's help to roff: indented lines verbatim, titles end in a colon, the rest is
/// filled.
class Paragraphs {
 public:
  std::string of(const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) add(line);
    asItIs(false);
    return roff_;
  }

 private:
  void add(const std::string& line) {
    const bool indented = line.starts_with("  ");
    // A title has at most two words: "Exit status:", "Examples:".
    const bool title =
        !indented && line.ends_with(':') && line.find(' ') == line.rfind(' ') && line.size() < 20;
    if (line.empty()) {
      gap_ = true;
      return;
    }
    asItIs(indented);
    if (title) {
      roff_ += ".SS " + line.substr(0, line.size() - 1) + "\n";
    } else {
      if (gap_ && !indented) roff_ += ".PP\n";
      roff_ += (indented ? typed(line.substr(2)) : roff(line)) + "\n";
    }
    gap_ = false;
  }

  void asItIs(bool indented) {
    if (indented == asItIs_) return;
    roff_ += indented ? ".PP\n.RS\n.nf\n" : ".fi\n.RE\n";
    asItIs_ = indented;
  }

  std::string roff_;
  bool asItIs_ = false;
  bool gap_ = true;
};

/// Names in bold and the value's placeholder in italics, as a tagged paragraph.
std::string tagOf(const OptionFacts& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.names) names.push_back("\\fB" + typed(name) + "\\fR");
  const std::string value = option.value.empty() ? "" : " \\fI" + typed(option.value) + "\\fR";
  return fmt::format(".TP\n{}{}\n", fmt::join(names, ", "), value);
}

std::string optionsOf(const OptionTable& table) {
  std::string text;
  std::string group;
  for (const OptionFacts& option : table.options) {
    if (option.group != group) text += ".SS " + option.group + "\n";
    group = option.group;
    text += tagOf(option) + roff(inOneLine(option.help)) + "\n";
  }
  return text;
}

std::string synopsis() {
  std::string text;
  for (const Verb* verb : allVerbs()) {
    std::istringstream lines(verb->usage);
    for (std::string line; std::getline(lines, line);) {
      text += ".br\n" + typed(line.substr(line.find("espy"))) + "\n";
    }
  }
  return text;
}

std::string programOptionsText() {
  std::string text;
  for (const OptionFacts& option : programOptions().options) {
    text += tagOf(option) + roff(inOneLine(option.help)) + "\n";
  }
  return text;
}

std::string verbTexts() {
  std::string text;
  for (const VerbFacts& facts : allVerbFacts()) {
    std::string title = std::string("espy ") + facts.verb->name;
    std::transform(title.begin(), title.end(), title.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    text += ".SH " + title + "\n" + Paragraphs().of(facts.verb->about) + optionsOf(facts.table) +
            Paragraphs().of(facts.verb->examples);
  }
  return text;
}

}  // namespace

std::string manPage(const std::string& pattern) {
  std::string text = pattern;
  const std::pair<const char*, std::string> parts[] = {{"@VERSION@", version()},
                                                       {"@SYNOPSIS@\n", synopsis()},
                                                       {"@OPTIONS@\n", programOptionsText()},
                                                       {"@VERBS@\n", verbTexts()}};
  for (const auto& [place, part] : parts) {
    if (text.find(place) == std::string::npos) {
      throw std::runtime_error(std::string("the template has no ") + place);
    }
    text = replaced(text, place, part);
  }
  return text;
}

}  // namespace espy::cli
