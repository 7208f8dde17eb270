// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <istream>
#include <span>
#include <string>
#include <vector>

namespace espy::batch {

/// Expands the sources of a job to images, without duplicates, in the job's order; folders and
/// patterns in byte order. Names are as written in the job, or as matched.
///
/// - "a.png": a file, which need not exist;
/// - "shots/" or "shots", a folder: its files with a picture's extension, except hidden ones;
/// - "shots/*.png": * ? and [...] match within a name, ** any number of folders; a file with
///   exactly this name takes precedence;
/// - "clip.mp4", a video: all of its frames, named "clip.mp4#0" and so on; "clip.mp4#0:300:30" and
///   "clip.mp4#t=1.5:60:0.5": some frames, by number or by seconds;
/// - "@list.txt": the names in this file, one per line, or NUL-separated if it has zero bytes;
///   "@-": the same from `standardInput`, relative to the working folder.
///
/// Names are relative to `folder`. Outputs of the job (`written`, files and folders) are excluded
/// from folders and patterns. A folder without permission to read it is in the list, with a slash
/// at the end. Throws if a folder or a pattern has no picture or is itself an output, or if a
/// folder on a broken disk or a list cannot be read.
std::vector<std::string> imagesOf(std::span<const std::string> sources, const std::string& folder,
                                  std::istream& standardInput,
                                  std::span<const std::string> written = {});

/// The same for recordings, relative to the working folder. No frames; "-" is standard input, an
/// item like a file.
std::vector<std::string> recordingsOf(std::span<const std::string> sources,
                                      std::istream& standardInput);

/// Whether the whole name matches. `pattern` and `name` contain no slash.
bool matchesPattern(const char* pattern, const char* name);

}  // namespace espy::batch
