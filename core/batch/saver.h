// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <exception>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

#include "espy/image.h"

namespace espy::batch {

/// Writes a picture in a thread of its own, because encoders cannot be stopped: who no longer wants
/// the file goes away at once, and it never appears.
class Saver {
 public:
  /// Makes missing folders. Unless `overwrite`, refuses where the file exists, before writing and
  /// when it would appear.
  Saver(std::string file, Image picture, bool overwrite);

  /// Waits until the file is there. Throws what went wrong, or `cancelled` if `stop` came first;
  /// then there will be no file. Called once.
  void wait(const std::stop_token& stop);

 private:
  /// Here, too, where the system starts no thread.
  void write();
  void beforeItAppears();

  std::string file_;
  Image picture_;
  bool overwrite_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  bool unwanted_ = false;
  bool appearing_ = false;  ///< too late not to want it
  bool finished_ = false;
  std::exception_ptr failure_;
  std::jthread thread_;  ///< last, so that it ends before what it uses does
};

}  // namespace espy::batch
