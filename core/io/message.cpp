// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "io/message.h"

#include "base/system_words.h"

namespace espy::io {

std::string shownInput(const std::string& path) {
  return path == "-" ? "standard input" : path;
}

std::string shownOutput(const std::string& path) {
  return path == "-" ? "standard output" : path;
}

void refuse(ErrorCode code, const std::string& name, const Message& fact) {
  throw Error(code, phrase("{}: {}", name, fact));
}

void refuseSystem(const std::string& name, const Message& fact, int errorNumber) {
  refuse(ErrorCode::system, name, phrase("{}: {}", fact, systemWords(errorNumber)));
}

void addNote(Message& note, const Message& sentence) {
  note = note.empty() ? sentence : phrase("{}; {}", note, sentence);
}

void addUnread(Message& note, std::uint64_t unread, bool more) {
  if (unread == 0) return;
  if (more) {
    addNote(note, phrase("more than {} bytes after the first picture were not read", unread));
  } else if (unread == 1) {
    addNote(note, phrase("1 byte after the first picture was not read"));
  } else {
    addNote(note, phrase("{} bytes after the first picture were not read", unread));
  }
}

Message countedBytes(std::uint64_t count) {
  return count == 1 ? phrase("1 byte") : phrase("{} bytes", count);
}

}  // namespace espy::io
