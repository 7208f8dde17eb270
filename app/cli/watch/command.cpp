// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "watch/command.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <utility>

#include "common/messages.h"

namespace espy::cli {
namespace {

/// Reads a quoted part from `at`, behind the quote, to behind its end.
std::size_t readQuoted(const std::string& line, std::size_t at, char quote, std::string& word) {
  for (; at < line.size() && line[at] != quote; ++at) {
    const bool escapes = quote == '"' && line[at] == '\\' && at + 1 < line.size() &&
                         std::strchr("\"\\$`", line[at + 1]) != nullptr;
    if (escapes) ++at;
    word += line[at];
  }
  if (at == line.size()) throw UseError("--exec " + line + ": a quote is not closed");
  return at + 1;
}

std::string replaced(std::string word,
                     const std::vector<std::pair<std::string, std::string>>& values) {
  std::string result;
  for (std::size_t at = 0; at < word.size();) {
    bool found = false;
    for (const auto& [name, value] : values) {
      const std::string mark = "{" + name + "}";
      if (word.compare(at, mark.size(), mark) != 0) continue;
      result += value;
      at += mark.size();
      found = true;
      break;
    }
    if (!found) result += word[at++];
  }
  return result;
}

}  // namespace

EventCommand::EventCommand(const std::string& line) {
  std::string word;
  bool open = false;
  for (std::size_t at = 0; at < line.size();) {
    const char c = line[at];
    if (c == ' ' || c == '\t' || c == '\n') {
      if (open) words_.push_back(std::exchange(word, {}));
      open = false;
      ++at;
      continue;
    }
    open = true;
    if (c == '\'' || c == '"') {
      at = readQuoted(line, at + 1, c, word);
    } else {
      if (c == '\\' && at + 1 < line.size()) ++at;
      word += line[at++];
    }
  }
  if (open) words_.push_back(word);
  if (words_.empty() || words_.front().empty()) throw UseError("--exec: needs a program to run");
}

std::string EventCommand::run(
    const std::vector<std::pair<std::string, std::string>>& values) const {
  collect();
  std::vector<std::string> words;
  words.reserve(words_.size());
  for (const std::string& word : words_) words.push_back(replaced(word, values));
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  // This program blocks the signals that stop it (interrupts.h).
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  // Standard output is for events.
  posix_spawn_file_actions_adddup2(&files, STDERR_FILENO, STDOUT_FILENO);
  pid_t child = 0;
  const int error =
      ::posix_spawnp(&child, arguments.front(), &files, &attributes, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  if (error == 0) return {};
  return "--exec: " + words.front() + " cannot be started: " + std::strerror(error);
}

void EventCommand::collect() {
  while (::waitpid(-1, nullptr, WNOHANG) > 0) {
  }
}

}  // namespace espy::cli
