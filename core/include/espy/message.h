// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#pragma GCC visibility push(default)
namespace espy {

/// A sentence for people, in English, which remembers what it was made of, so that a program can
/// say it in another language: it looks up the pattern, and fills in the arguments once more.
class Message {
 public:
  Message() = default;
  /// Words that are the same in every language, or nobody's to translate: a name, a number, what
  /// the operating system says.
  Message(std::string text) : text_(std::move(text)) {}
  Message(const char* text) : text_(text) {}
  /// Each "{}" of the pattern stands for the next of the arguments.
  Message(std::string pattern, std::vector<Message> arguments);

  const std::string& text() const { return text_; }
  bool empty() const { return text_.empty(); }
  operator const std::string&() const { return text_; }

  /// "{}: is a folder, not a picture"; empty of plain words.
  const std::string& pattern() const { return pattern_; }
  /// What stands at the places of the pattern: plain words, or messages themselves.
  const std::vector<Message>& arguments() const { return arguments_; }

  friend bool operator==(const Message& a, const Message& b) { return a.text_ == b.text_; }

 private:
  std::string text_;
  std::string pattern_;
  std::vector<Message> arguments_;
};

}  // namespace espy
#pragma GCC visibility pop
