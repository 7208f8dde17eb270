// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "espy/error.h"

#include <algorithm>

namespace espy {

Message::Message(std::string pattern, std::vector<Message> arguments)
    : pattern_(std::move(pattern)), arguments_(std::move(arguments)) {
  std::size_t at = 0;
  for (const Message& argument : arguments_) {
    const std::size_t place = std::min(pattern_.find("{}", at), pattern_.size());
    text_.append(pattern_, at, place - at).append(argument.text_);
    at = std::min(place + 2, pattern_.size());
  }
  text_.append(pattern_, at);
}

}  // namespace espy
