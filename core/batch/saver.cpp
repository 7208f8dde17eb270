// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "batch/saver.h"

#include <system_error>
#include <utility>

#include "base/phrase.h"
#include "batch/outputs.h"
#include "espy/error.h"
#include "espy/pictures.h"

namespace espy::batch {

Saver::Saver(std::string file, Image picture, bool overwrite)
    : file_(std::move(file)), picture_(std::move(picture)), overwrite_(overwrite) {
  try {
    thread_ = std::jthread([this] { write(); });
  } catch (const std::system_error&) {
    write();
  }
}

void Saver::wait(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  const auto finished = [this] { return finished_; };
  if (!changed_.wait(lock, stop, finished)) {
    if (!appearing_) {
      unwanted_ = true;
      throw Error(ErrorCode::cancelled, phrase("cancelled"));
    }
    changed_.wait(lock, finished);  // a rename away
  }
  if (failure_) std::rethrow_exception(failure_);
}

void Saver::write() {
  std::exception_ptr failure;
  try {
    checkNew(file_, overwrite_);
    makeFolderOf(file_);
    writePicture(
        file_, picture_, [this] { beforeItAppears(); }, existing(overwrite_));
  } catch (...) {
    failure = std::current_exception();
  }
  const std::lock_guard lock(mutex_);
  failure_ = failure;
  finished_ = true;
  changed_.notify_all();
}

void Saver::beforeItAppears() {
  const std::lock_guard lock(mutex_);
  if (unwanted_) throw Error(ErrorCode::cancelled, phrase("cancelled"));
  appearing_ = true;
}

}  // namespace espy::batch
