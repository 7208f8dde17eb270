// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#pragma GCC visibility push(default)
/// The library's exception type and its messages.
///
///     try {
///       espy::readPicture("a.png");
///     } catch (const espy::Error& error) {
///       if (error.code() != espy::ErrorCode::cancelled) show(error.what());
///     }
namespace espy {

/// An English message. Keeps its pattern and arguments, so that programs can translate it:
/// translate the pattern, then substitute the arguments.
class Message {
 public:
  Message() = default;
  /// Untranslatable text: a name, a number, a system message.
  Message(std::string text) : text_(std::move(text)) {}
  Message(const char* text) : text_(text) {}
  /// Each "{}" of the pattern is replaced by the next argument.
  Message(std::string pattern, std::vector<Message> arguments);

  const std::string& text() const { return text_; }
  bool empty() const { return text_.empty(); }
  operator const std::string&() const { return text_; }

  /// "{}: is a folder, not a picture"; empty for untranslatable text.
  const std::string& pattern() const { return pattern_; }
  const std::vector<Message>& arguments() const { return arguments_; }

  friend bool operator==(const Message& a, const Message& b) { return a.text_ == b.text_; }

 private:
  std::string text_;
  std::string pattern_;
  std::vector<Message> arguments_;
};

/// Category of an error.
enum class ErrorCode {
  badUse,       ///< an invalid request (an option, a needle without an opaque pixel)
  badPicture,   ///< a file that is damaged or not of its claimed format
  tooLarge,     ///< a picture over the caller's limit, or out of memory
  unsupported,  ///< valid, but not supported by this installation
  system,       ///< of the operating system (full disk); may have a nested std::system_error
  device,       ///< a GPU failed or ran out of memory; another engine may succeed
  cancelled,    ///< the caller requested a stop
};

/// An error: a code for programs, and a sentence for the user that names the file, if any, the fact
/// and, where helpful, a remedy.
class Error : public std::runtime_error {
 public:
  Error(ErrorCode code, const Message& sentence)
      : std::runtime_error(sentence.text()),
        code_(code),
        message_(std::make_shared<const Message>(sentence)) {}

  ErrorCode code() const noexcept { return code_; }
  /// The translatable message.
  const Message& message() const noexcept { return *message_; }

 private:
  ErrorCode code_;
  std::shared_ptr<const Message> message_;  // shared: copying an exception must not throw
};

}  // namespace espy
#pragma GCC visibility pop
