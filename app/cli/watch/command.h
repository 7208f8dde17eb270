// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace espy::cli {

/// A program with arguments that is run at events. No shell takes part.
class EventCommand {
 public:
  /// Splits a line into words as a shell does: blanks separate, quotes and backslashes protect.
  /// Throws UseError for an open quote and for an empty line.
  explicit EventCommand(const std::string& line);

  /// Starts the program; every {name} in a word is replaced by its value, also inside of words. A
  /// value stays part of its word, whatever it contains. Does not wait for its end. Returns the
  /// error if it cannot be started, else an empty text.
  std::string run(const std::vector<std::pair<std::string, std::string>>& values) const;
  /// Frees what the system keeps of programs that have ended.
  static void collect();

  const std::vector<std::string>& words() const { return words_; }

 private:
  std::vector<std::string> words_;
};

}  // namespace espy::cli
