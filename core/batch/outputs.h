// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "espy/engine/batch.h"
#include "espy/error.h"
#include "espy/pictures.h"

/// Paths of a job's outputs.
namespace espy::batch {

/// File name of an image's marked copy: `naming` with {name} (the image's stem) and {number} (from
/// 1, zero-padded to the width of the last) replaced, plus the image's extension. Throws `badUse`
/// if `naming` yields no valid file name.
std::string outputName(const std::string& naming, const std::string& image, std::size_t index,
                       std::size_t count);

/// Output paths of an image; empty: none.
struct ImageOutputs {
  std::string marked;  ///< path
  std::string crops;   ///< common prefix of the crops' paths
};

/// One per image of the job. Throws if two of the files that the job reads and writes are the same.
std::vector<ImageOutputs> outputsOf(const BatchJob& job);

/// Name of the crop of this rank (from 1).
std::string cropName(const std::string& begin, std::size_t rank);
/// The prefix of a crop's name, or empty if `file` is not one.
std::string cropBegin(const std::string& file);

/// Throws if files cannot be created in this folder. It may be missing, and is not created.
void checkFolder(const std::string& folder);

/// Creates the folder of a file and its missing parents.
void makeFolderOf(const std::string& file);

/// A foreign file exists at an output path.
class OutputTaken : public Error {
 public:
  using Error::Error;
};
/// Throws `OutputTaken` if the file exists and may not be overwritten. An early check; `existing`
/// covers files that appear later.
void checkNew(const std::string& file, bool overwrite);
/// Removes a picture of an earlier run before it is made again. Replacing it would need a temporary
/// name, which remains if the process is killed meanwhile.
void removeEarlierOutput(const std::string& file, bool ours);
/// How to write a report. `ours`: what exists was written by an earlier run, and stays until the
/// new file takes its name.
Existing existing(const std::string& file, bool overwrite, bool ours);

}  // namespace espy::batch
