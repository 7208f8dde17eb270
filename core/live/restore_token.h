// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace espy::live {

/// A desktop's permission to read the screen, kept between runs in $XDG_STATE_HOME/espy
/// (~/.local/state/espy), a folder that only the user can open.
class RestoreToken {
 public:
  /// `kind`: of what is shared; part of the file's name.
  explicit RestoreToken(const std::string& kind);

  /// Empty if there is none.
  std::string read() const;
  /// An empty token removes the file. Where it cannot be kept, the desktop asks again.
  void keep(const std::string& token) const;

 private:
  std::string folder_;  ///< empty if the user has none
  std::string path_;
};

}  // namespace espy::live
