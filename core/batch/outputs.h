// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "espy/engine/batch.h"
#include "espy/error.h"
#include "espy/pictures.h"

/// The files that a job writes.
namespace espy::batch {

/// The file name of an image's marked copy: `naming` with {name} (the image's, without ending) and
/// {number} (from 1, with as many digits as the last one has) filled in, and the image's ending.
/// Throws `badUse` for a naming that makes no file name.
std::string outputName(const std::string& naming, const std::string& image, std::size_t index,
                       std::size_t count);

/// Where what is written about an image goes; empty: nowhere.
struct ImageOutputs {
  std::string marked;  ///< a file
  std::string crops;   ///< what the names of all crops begin with
};

/// For each image of the job. Throws where two of the files that the job reads and writes are one.
std::vector<ImageOutputs> outputsOf(const BatchJob& job);

/// The name of a crop, from what they all begin with, and its rank, from 1.
std::string cropName(const std::string& begin, std::size_t rank);
/// What the name begins with if it is one of a crop, of any rank; else empty.
std::string cropBegin(const std::string& file);

/// Throws where files could not be made in this folder: it may still be missing, and is not made.
void checkFolder(const std::string& folder);

/// Makes the folder of a file, and those around it, where they are missing.
void makeFolderOf(const std::string& file);

/// Where a file is to be written lies one that is not this job's.
class OutputTaken : public Error {
 public:
  using Error::Error;
};
/// Throws `OutputTaken` where the file exists, unless it may be overwritten: to be asked before
/// work is spent on it. Whether it came into being meanwhile is asked by `existing`.
void checkNew(const std::string& file, bool overwrite);
inline Existing existing(bool overwrite) {
  return overwrite ? Existing::replaced : Existing::refused;
}
/// For a file that is about to be written: removes what an earlier run of the job has left there.
/// To put a file in the place of another one takes a temporary name, which would stay where the
/// process is killed.
void makeStrategy(const std::string& file, bool ours);

}  // namespace espy::batch
