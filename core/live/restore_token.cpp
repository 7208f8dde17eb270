// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "live/restore_token.h"

#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "base/folder.h"
#include "espy/error.h"
#include "files/output_file.h"

namespace espy::live {
namespace {

constexpr std::size_t kMostBytes = 4096;

/// As the XDG Base Directory Specification says: relative paths are ignored.
std::string stateFolder() {
  const char* const state = std::getenv("XDG_STATE_HOME");
  if (state != nullptr && *state == '/') return state;
  const char* const home = std::getenv("HOME");
  return home != nullptr && *home == '/' ? std::string(home) + "/.local/state" : "";
}

}  // namespace

RestoreToken::RestoreToken(const std::string& kind) {
  const std::string state = stateFolder();
  if (state.empty()) return;
  folder_ = state + "/espy";
  path_ = folder_ + "/screen-" + kind;
}

std::string RestoreToken::read() const {
  if (path_.empty()) return {};
  std::error_code failed;
  if (!std::filesystem::is_regular_file(path_, failed)) return {};
  std::ifstream file(path_, std::ios::binary);
  std::array<char, kMostBytes> bytes{};
  file.read(bytes.data(), bytes.size());
  std::string token(bytes.data(), static_cast<std::size_t>(file.gcount()));
  // A string of D-Bus.
  for (const char c : token) {
    if (c < ' ' || c > '~') return {};
  }
  return token;
}

void RestoreToken::keep(const std::string& token) const {
  if (path_.empty()) return;
  if (token.empty()) {
    ::unlink(path_.c_str());
    return;
  }
  try {
    makeFolder(folder_);
    if (::chmod(folder_.c_str(), S_IRWXU) != 0) return;
    files::OutputFile file(path_);
    file.write({reinterpret_cast<const std::uint8_t*>(token.data()), token.size()});
    file.commit();
  } catch (const Error&) {  // the desktop asks again
  }
}

}  // namespace espy::live
