// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <istream>
#include <span>
#include <string>
#include <vector>

namespace espy::batch {

/// The images that a job means, each once, in the order in which it names them; those of a folder
/// or a pattern in the order of their bytes. Names are as they stand in the job, or what matches.
///
/// - "a.png": a file, whether it exists or not;
/// - "shots/" or "shots", a folder: its files with the ending of a picture, hidden ones left out;
/// - "shots/*.png": with * ? and [...] within a name, and ** for any folders, none too; a file that
///   has just this name is meant before any that match;
/// - "clip.mp4", a video: all its frames, images of their own with names such as "clip.mp4#0";
///   "clip.mp4#0:300:30" and "clip.mp4#t=1.5:60:0.5": some of them, by number or by seconds;
/// - "@list.txt": the names in this file, a line each, or, where it has zero bytes, what these
///   separate; "@-": the same from `standardInput`, whose names are meant from the working folder.
///
/// Names are meant from `folder`. What the job writes itself (`written`, files and folders) is left
/// out of folders and of what patterns match. Throws where a folder or a pattern has no picture or
/// is one of those, and where a folder or a list cannot be read.
std::vector<std::string> imagesOf(std::span<const std::string> sources, const std::string& folder,
                                  std::istream& standardInput,
                                  std::span<const std::string> written = {});

/// The same for recordings, from the working folder: of folders the files with the ending of one.
/// There are no frames; "-" is standard input, a file among others.
std::vector<std::string> recordingsOf(std::span<const std::string> sources,
                                      std::istream& standardInput);

/// Does the name match, from end to end? `pattern` and `name` have no slash.
bool matchesPattern(const char* pattern, const char* name);

}  // namespace espy::batch
