// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <map>
#include <utility>
#include <vector>

#include "batch/image_list.h"
#include "common/interrupts.h"
#include "common/messages.h"
#include "common/photographs.h"
#include "common/progress_line.h"
#include "library/request.h"

namespace espy::cli {
namespace {

using Clock = std::chrono::steady_clock;

/// Limits between commits: what a crash can lose.
constexpr std::size_t kMostUncommitted = 64;
constexpr std::chrono::seconds kLongestUncommitted(2);
/// Time for the last commit after a stop request, on a slow disk.
constexpr std::chrono::seconds kPatience(5);

/// Surface id of a file: name without folder and last suffix; of a frame with its number. A folder
/// that cannot be read keeps its path.
std::string idOf(const std::string& file) {
  if (file.ends_with('/')) return file;
  const std::optional<VideoFrame> frame = frameOf(file);
  if (!frame) return std::filesystem::path(file).stem().string();
  return fmt::format("{}#{}", std::filesystem::path(frame->video).stem().string(), frame->number);
}

class Adding {
 public:
  Adding(const LibraryRequest& request, bool update, const std::stop_token& stop)
      : request_(request), update_(update), writer_(request.library) {
    options_.features = writer_.facts().options;
    options_.reading = request.readingUntil(stop);
    options_.threads = request.threads;
    requireMaker(request.library, writer_.facts(), featureMaker());
  }

  int run() {
    const std::vector<std::string> files = newFiles();
    PhotographQueue photographs(files, options_);
    ProgressLine progress(files.size());
    std::size_t over = 0;
    try {
      for (; const std::optional<Photograph> photograph = photographs.next(); ++over) {
        const std::string complaint = take(files[over], *photograph);
        if (!complaint.empty()) {
          progress.end();
          printError(complaint);
        }
        progress.update(done_, failed_,
                        static_cast<double>(over + 1) / static_cast<double>(files.size()));
      }
      commit();
    } catch (const Error& error) {
      progress.end();
      if (error.code() != ErrorCode::system || commitSingly() == 0) throw;
      printError(fmt::format("{}; {} of {} photographs {} {}", error.what(), done_, files.size(),
                             done_ == 1 ? "was" : "were", added()));
      return kPartlyDone;
    }
    progress.end();
    // A refusal prints one line only.
    if (done_ > 0 || failed_ == 0) tellTotal();
    if (over < files.size()) {
      printCancelled();
      // Do not wait for photographs in progress: everything is committed.
      std::_Exit(kCancelled);
    }
    return failed_ == 0 ? kDone : done_ == 0 ? kRefused : kPartlyDone;
  }

 private:
  std::string idFor(const std::string& file) const {
    return request_.id.empty() ? idOf(file) : request_.id;
  }

  /// Files with valid ids, without those that are skipped for a known id.
  std::vector<std::string> newFiles() {
    const std::vector<std::string> files = batch::imagesOf(request_.others, "", std::cin);
    if (!request_.id.empty() && files.size() != 1) {
      throw UseError(
          fmt::format("--id {}: is for one photograph, not {}", request_.id, files.size()));
    }
    std::vector<std::string> chosen;
    std::map<std::string, std::string> ids;
    for (const std::string& file : files) {
      const auto [first, isNew] = ids.emplace(idFor(file), file);
      const bool there = !update_ && writer_.has(first->first);
      if (isNew && !there) {
        chosen.push_back(file);
      } else if (!isNew) {
        fail(fmt::format("{}: has the same id as {}: {}", file, first->second, first->first));
      } else if (request_.missing) {
        ++known_;
      } else {
        fail(fmt::format("{}: {} is already in the library; 'espy library update' replaces it",
                         file, first->first));
      }
    }
    return chosen;
  }

  void fail(const std::string& sentence) {
    ++failed_;
    printError(sentence);
  }

  /// Returns a message to print, or an empty string.
  std::string take(const std::string& file, const Photograph& photograph) {
    std::string complaint;
    try {
      photograph.check(file);
      keep(file, photograph);
      ++done_;
      if (!photograph.note.empty()) complaint = file + ": " + photograph.note.text();
    } catch (const Error& error) {
      // Not this photograph's fault: the disk is full or the folder is gone. Abort.
      if (error.code() == ErrorCode::system && !photograph.failure) throw;
      ++failed_;
      complaint = error.what();
    }
    if (uncommitted_.size() >= kMostUncommitted || Clock::now() - when_ >= kLongestUncommitted) {
      commit();
    }
    return complaint;
  }

  void keep(const std::string& file, const Photograph& photograph) {
    const std::int64_t count = photograph.features.count();
    const std::int64_t least = writer_.facts().leastFeatures;
    if (count < least) {
      throw Error(ErrorCode::badUse,
                  fmt::format("{}: too few features to identify: {}, but the library requires {}",
                              file, count, least));
    }
    try {
      writer_.update(idFor(file), photograph.features, file);
    } catch (const Error& error) {
      if (error.code() == ErrorCode::system) throw;
      throw Error(error.code(), file + ": " + error.what());
    }
    uncommitted_.emplace_back(file, photograph.features);
  }

  void commit() {
    writer_.commit();
    uncommitted_.clear();
    when_ = Clock::now();
  }

  /// After a failed commit: commits one surface at a time until one fails. Returns the number of
  /// photographs of this run in the library.
  std::size_t commitSingly() {
    done_ -= uncommitted_.size();
    try {
      for (const auto& [file, features] : uncommitted_) {
        writer_.update(idFor(file), features, file);
        writer_.commit();
        ++done_;
      }
    } catch (const Error&) {
      // run() reports the first error; this one has the same cause.
    }
    return done_;
  }

  const char* added() const { return update_ ? "added or replaced" : "added"; }

  void tellTotal() const {
    std::string text = fmt::format("{}: {} photograph{} {}", request_.library, done_,
                                   done_ == 1 ? "" : "s", added());
    if (known_ > 0) text += fmt::format(", {} already in the library", known_);
    if (failed_ > 0) text += fmt::format(", {} failed", failed_);
    printText(text + "\n");
  }

  const LibraryRequest& request_;
  bool update_;
  SurfaceWriter writer_;
  PhotographOptions options_;
  std::size_t done_ = 0;
  std::size_t failed_ = 0;
  std::size_t known_ = 0;
  std::vector<std::pair<std::string, Features>> uncommitted_;
  Clock::time_point when_ = Clock::now();
};

}  // namespace

int addPhotographs(const LibraryRequest& request, bool update) {
  const Interrupts interrupts(kPatience);
  return Adding(request, update, interrupts.token()).run();
}

}  // namespace espy::cli
