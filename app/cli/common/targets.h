// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

/// Checks of input and output files before any work is done.
namespace espy::cli {

/// Throws if one of these files cannot be written: it is a folder, its folder is missing (unless
/// folders will be made, as for --output-dir), two targets are the same file, or a target is one of
/// `inputs` (by inode; "-" is standard input, empty names are skipped). Formats are checked by
/// espy::checkWritable.
void checkTargets(const std::vector<std::string>& targets, const std::vector<std::string>& inputs,
                  bool foldersWillBeMade = false);

/// Throws if "-", standard input, is more than one of these inputs.
void checkReadOnce(const std::vector<std::string>& inputs);

/// Whether the name ends in .pgm, ignoring case.
bool isPgm(const std::string& path);

/// Non-empty names of the marked picture and the flag plane. Throws if a suffix is unsupported;
/// flags must be PGM.
std::vector<std::string> pictureTargets(const std::string& output, const std::string& flags);

/// Throws unless `path` names a PGM or a TIFF.
void checkScoresTarget(const std::string& path);

/// Throws if the folder is not writable, or does not exist and cannot be made.
void checkFolder(const std::string& folder);

/// FOLDER/NAME, with the file name of `image`.
std::string targetInFolder(const std::string& folder, const std::string& image);

}  // namespace espy::cli
