// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "files/message.h"

#include <cctype>
#include <filesystem>

#include "base/system_words.h"

namespace espy::files {

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
  throwSystem(phrase("{}: {}", name, phrase("{}: {}", fact, systemWords(errorNumber))),
              errorNumber);
}

std::string endingOf(const std::string& path) {
  std::string ending = std::filesystem::path(path).extension().string();
  for (char& c : ending) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return ending;
}

Message countedBytes(std::uint64_t count) {
  return count == 1 ? phrase("1 byte") : phrase("{} bytes", count);
}

}  // namespace espy::files
