// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "io/message.h"

#include <fmt/format.h>

#include <system_error>

namespace espy::io {

std::string shownInput(const std::string& path) {
  return path == "-" ? "standard input" : path;
}

std::string shownOutput(const std::string& path) {
  return path == "-" ? "standard output" : path;
}

void refuse(ErrorCode code, const std::string& name, const std::string& fact) {
  throw Error(code, name + ": " + fact);
}

void refuseSystem(const std::string& name, const std::string& fact, int errorNumber) {
  refuse(ErrorCode::system, name,
         fmt::format("{}: {}", fact, std::generic_category().message(errorNumber)));
}

void addNote(std::string& note, const std::string& sentence) {
  if (!note.empty()) note += "; ";
  note += sentence;
}

void addUnread(std::string& note, std::uint64_t unread, bool more) {
  if (unread == 0) return;
  addNote(note, fmt::format("{}{} after the first picture {} not read", more ? "more than " : "",
                            counted(unread, "byte"), unread == 1 ? "was" : "were"));
}

std::string counted(std::uint64_t count, const std::string& thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

}  // namespace espy::io
