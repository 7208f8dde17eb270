// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "common/messages.h"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <string_view>

namespace espy::cli {
namespace {

std::atomic<bool> quiet = false;

void writeToStandardError(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
    if (written <= 0) return;  // standard error is closed
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace

void setQuiet() {
  quiet = true;
}

bool isQuiet() {
  return quiet;
}

std::string inOneLine(std::string_view text) {
  std::string line;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const auto next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : 0);
    // C1 controls, U+0080 to U+009F, have two bytes in UTF-8.
    const bool two = byte == 0xc2 && next >= 0x80 && next < 0xa0;
    line += two || byte < 0x20 || byte == 0x7f ? '?' : text[i];
    if (two) ++i;
  }
  return line;
}

void printError(const std::string& sentence) {
  if (!quiet) writeToStandardError("espy: " + inOneLine(sentence) + '\n');
}

void printCancelled() {
  static std::atomic_flag said;
  if (!said.test_and_set()) printError("cancelled");
}

void printText(const std::string& text) {
  if (!quiet) writeToStandardError(text);
}

void fillStandardStreams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) != -1) continue;
    // open() returns the lowest free descriptor, which is `stream`: all lower ones are open.
    ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

}  // namespace espy::cli
