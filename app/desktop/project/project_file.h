// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

#include "project/project.h"

namespace espy::desktop {

/// Writes a tar archive without folders, so that `tar xf` extracts the pictures.
class BundleWriter {
 public:
  /// Receives consecutive bytes of the archive.
  using Write = std::function<void(std::string_view)>;

  explicit BundleWriter(Write write) : write_(std::move(write)) {}

  /// Appends one file whose content is the concatenation of `parts`.
  void add(const std::string& name, std::span<const std::string_view> parts);
  void finish();

 private:
  Write write_;
};

/// Files of a tar archive by name. The spans point into `bytes`. Throws `badPicture`, with `name`
/// in the message, for an invalid archive.
std::map<std::string, std::span<const std::uint8_t>> readBundle(std::span<const std::uint8_t> bytes,
                                                                const std::string& name);

/// File name suffix of projects, with its dot.
inline QString projectEnding() {
  return QStringLiteral(".espy");
}

/// Writes JSON and pictures into one file, atomically. Throws `espy::Error` whose message names the
/// file.
void saveProject(const QString& path, const Project& project);
/// Reads a project, and the scene if it is stored as a path. Throws `espy::Error`, with code
/// `cancelled` once `stop` is requested.
Project loadProject(const QString& path, const std::stop_token& stop = {});

}  // namespace espy::desktop
