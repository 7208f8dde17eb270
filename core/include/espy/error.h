// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#pragma GCC visibility push(default)
/// The library's one exception, and its sentences.
///
///     try {
///       espy::readPicture("a.png");
///     } catch (const espy::Error& error) {
///       if (error.code() != espy::ErrorCode::cancelled) show(error.what());
///     }
namespace espy {

/// An English sentence. Keeps the pattern and arguments that it was made of, so that a program can
/// translate it: look up the pattern, then fill in the arguments again.
class Message {
 public:
  Message() = default;
  /// Text that is not translated: a name, a number, an operating system's message.
  Message(std::string text) : text_(std::move(text)) {}
  Message(const char* text) : text_(text) {}
  /// Each "{}" of the pattern stands for the next argument.
  Message(std::string pattern, std::vector<Message> arguments);

  const std::string& text() const { return text_; }
  bool empty() const { return text_.empty(); }
  operator const std::string&() const { return text_; }

  /// "{}: is a folder, not a picture"; empty for text that is not translated.
  const std::string& pattern() const { return pattern_; }
  const std::vector<Message>& arguments() const { return arguments_; }

  friend bool operator==(const Message& a, const Message& b) { return a.text_ == b.text_; }

 private:
  std::string text_;
  std::string pattern_;
  std::vector<Message> arguments_;
};

/// What went wrong.
enum class ErrorCode {
  badUse,       ///< a request that makes no sense (an option, a needle without an opaque pixel)
  badPicture,   ///< a file that is not the picture, or the recording, it claims to be
  tooLarge,     ///< a picture over the caller's limit, or work that does not fit into memory
  unsupported,  ///< well formed, but nothing here reads or computes it
  system,       ///< the operating system refused (missing file, full disk)
  device,       ///< a GPU failed or ran out of memory; another engine may succeed
  cancelled,    ///< the caller asked to stop
};

/// A code for programs and one sentence for people, which names the file, if any, the fact and,
/// where it helps, what to do.
class Error : public std::runtime_error {
 public:
  Error(ErrorCode code, const Message& sentence)
      : std::runtime_error(sentence.text()),
        code_(code),
        message_(std::make_shared<const Message>(sentence)) {}

  ErrorCode code() const noexcept { return code_; }
  /// The sentence, for translation.
  const Message& message() const noexcept { return *message_; }

 private:
  ErrorCode code_;
  std::shared_ptr<const Message> message_;  // shared: copying an exception must not throw
};

}  // namespace espy
#pragma GCC visibility pop
