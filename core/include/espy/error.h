// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <stdexcept>

#include "espy/message.h"

#pragma GCC visibility push(default)
namespace espy {

/// What kind of thing went wrong; callers decide by this and show people the sentence.
enum class ErrorCode {
  badUse,       ///< a request that makes no sense (an option, a needle without an opaque pixel)
  badPicture,   ///< a file that is not the picture, or the recording, it claims to be
  tooLarge,     ///< a picture over the size that the caller allows
  unsupported,  ///< well formed, but nothing here reads or computes it
  system,       ///< the operating system refused (missing file, full disk)
  device,       ///< a graphics card failed or ran out of memory; another engine may do it
  cancelled,    ///< the caller asked to stop
};

/// The one exception of the library: a code for programs and one sentence for people, which names
/// the file where there is one, the fact, and where it helps what to do.
class Error : public std::runtime_error {
 public:
  Error(ErrorCode code, const Message& sentence)
      : std::runtime_error(sentence.text()),
        code_(code),
        message_(std::make_shared<const Message>(sentence)) {}

  ErrorCode code() const noexcept { return code_; }
  /// The sentence, which can be said in other languages, too.
  const Message& message() const noexcept { return *message_; }

 private:
  ErrorCode code_;
  std::shared_ptr<const Message> message_;  // shared, since exceptions must not fail to be copied
};

}  // namespace espy
#pragma GCC visibility pop
