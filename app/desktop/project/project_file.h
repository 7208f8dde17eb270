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
#include <vector>

#include "project/project.h"

namespace espy::desktop {

/// A file that holds others, by name: a tar archive without folders, so that who has no Espy gets
/// at the pictures with `tar xf`.
class BundleWriter {
 public:
  /// Takes the bytes of the archive one after another.
  using Write = std::function<void(std::string_view)>;

  explicit BundleWriter(Write write) : write_(std::move(write)) {}

  /// `parts` holds the bytes of one file, in order.
  void add(const std::string& name, std::span<const std::string_view> parts);
  void finish();

 private:
  Write write_;
};

/// The files of an archive in memory, which must outlive what is returned. Throws `badPicture`,
/// with the name that stands for the archive, where it is none.
std::map<std::string, std::span<const std::uint8_t>> readBundle(std::span<const std::uint8_t> bytes,
                                                                const std::string& name);

/// The ending of a project's file, with its dot.
inline QString projectEnding() {
  return QStringLiteral(".espy");
}

/// Writes a project: JSON and the pictures, in one file that appears whole or not at all. Throws
/// `espy::Error` with a sentence that names the file.
void saveProject(const QString& path, const Project& project);
/// A scene that lies in a file of its own is read as well, until somebody stops that.
Project loadProject(const QString& path, const std::stop_token& stop = {});

}  // namespace espy::desktop
