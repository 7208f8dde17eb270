// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <exception>
#include <vector>

#include "base/parallel.h"
#include "base/phrase.h"
#include "base/within_memory.h"
#include "espy/engine/needle_index.h"
#include "files/file_facts.h"

namespace espy {
namespace {

/// Pictures that are read at a time.
constexpr std::size_t kAtOnce = 512;

/// A picture, or why it could not be read.
struct ReadFile {
  ReadPicture picture;
  files::FileFacts facts;
  std::exception_ptr failure;
};

ReadFile readFile(const std::string& file, const ReadOptions& options) {
  ReadFile read;
  // Before the pixels: a file that changes meanwhile has other facts afterwards.
  read.facts = files::factsOf(file).value_or(files::FileFacts{});
  try {
    read.picture = readPicture(file, options);
  } catch (const Error& error) {
    if (error.code() == ErrorCode::cancelled) throw;
    read.failure = std::current_exception();
  }
  return read;
}

std::vector<ReadFile> readFiles(std::span<const std::string> files,
                                const SceneIndexWriter::Options& options) {
  ReadOptions reading = options.reading;
  reading.stop = options.control.stop;
  std::vector<ReadFile> read(files.size());
  parallelFor(static_cast<std::int64_t>(files.size()), threadsFor(options.control),
              {0, options.control.stop, {}}, [&](std::int64_t i, int) {
                const auto at = static_cast<std::size_t>(i);
                read[at] = readFile(files[at], reading);
              });
  return read;
}

/// Adds a picture that was read; returns whether it replaced one.
bool addPicture(NeedleIndexWriter& writer, const std::string& file, const ReadFile& read,
                bool replace) {
  if (read.failure) std::rethrow_exception(read.failure);
  const bool replaced = replace && writer.remove(file);
  try {
    writer.add(file, {read.picture.image, {}}, read.facts.bytes, read.facts.changed);
  } catch (const Error& error) {
    const bool names = error.message().text().find(file) != std::string::npos;
    if (error.code() == ErrorCode::cancelled || names) throw;
    throw Error(error.code(), phrase("{}: {}", file, error.message()));
  }
  return replaced;
}

}  // namespace

SceneIndexWriter::Added addPictures(NeedleIndexWriter& writer, std::span<const std::string> files,
                                    bool replace, const SceneIndexWriter::Options& options) {
  return withinMemory([&] {
    SceneIndexWriter::Added added;
    for (std::size_t first = 0; first < files.size(); first += kAtOnce) {
      const auto part = files.subspan(first, std::min(kAtOnce, files.size() - first));
      const std::vector<ReadFile> read = readFiles(part, options);
      for (std::size_t i = 0; i < part.size(); ++i) {
        try {
          ++(addPicture(writer, part[i], read[i], replace) ? added.replaced : added.added);
        } catch (const Error& error) {
          if (error.code() == ErrorCode::cancelled || !options.failed) throw;
          ++added.failed;
          options.failed(error);
        }
      }
      if (options.done) options.done(first + part.size());
    }
    const bool allFailed = added.failed > 0 && added.failed == files.size();
    if (!allFailed) writer.commit(options.control);
    return added;
  });
}

}  // namespace espy
