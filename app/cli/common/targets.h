// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

/// The files that a run is going to write, looked at before any work is spent on them.
namespace espy::cli {

/// Throws where one of these files could not be written: a folder in the place of the file, a
/// missing folder around it (unless it is still to be made, as that of --output-dir), two files
/// under one name, a file that is also one of `inputs` (by any name; "-" is standard input, and
/// empty names are none). Whether an ending names a picture format is asked of espy::checkWritable.
void checkTargets(const std::vector<std::string>& targets, const std::vector<std::string>& inputs,
                  bool foldersWillBeMade = false);

/// Does the name end in .pgm, in letters of any case?
bool isPgm(const std::string& path);

/// The marked picture and the flag plane that a run is to write, those that have a name. Throws
/// where the ending does not do: flags are written as PGM.
std::vector<std::string> pictureTargets(const std::string& output, const std::string& flags);

/// Throws unless `path` names a PGM or a TIFF.
void checkScoresTarget(const std::string& path);

/// Throws where this folder does not exist and cannot be made, or cannot be written into.
void checkFolder(const std::string& folder);

/// FOLDER/NAME, with the file name of `image`.
std::string targetInFolder(const std::string& folder, const std::string& image);

}  // namespace espy::cli
