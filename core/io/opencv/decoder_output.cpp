// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "io/opencv/decoder_output.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <mutex>
#include <opencv2/core/utils/logger.hpp>
#include <streambuf>

namespace espy::io {
namespace {

/// Receives this thread's output; null in threads that do not decode.
thread_local std::string* listening = nullptr;

constexpr std::size_t kMostHeard = 2000;

void hear(const char* text, std::size_t size) {
  const std::size_t room = kMostHeard - std::min(kMostHeard, listening->size());
  listening->append(text, std::min(size, room));
}

/// Replaces the buffer of std::cerr.
class CerrBuffer : public std::streambuf {
 public:
  std::streambuf* before = nullptr;

 protected:
  int_type overflow(int_type c) override {
    if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
    const char text = traits_type::to_char_type(c);
    return xsputn(&text, 1) == 1 ? c : traits_type::eof();
  }
  std::streamsize xsputn(const char* text, std::streamsize size) override {
    if (listening == nullptr) return before->sputn(text, size);
    hear(text, static_cast<std::size_t>(size));
    return size;
  }
  int sync() override { return listening == nullptr ? before->pubsync() : 0; }
};

#ifdef __GLIBC__
/// Replaces stderr, which glibc allows.
FILE* makeStderr() {
  cookie_io_functions_t functions{};
  functions.write = [](void*, const char* text, std::size_t size) -> ssize_t {
    if (listening == nullptr) return ::write(STDERR_FILENO, text, size);
    hear(text, size);
    return static_cast<ssize_t>(size);
  };
  FILE* file = ::fopencookie(nullptr, "w", functions);
  if (file != nullptr) ::setvbuf(file, nullptr, _IONBF, 0);
  return file;
}
#endif

/// Shared by all threads that decode at once. Never destroyed: a thread may print late.
struct Shared {
  std::mutex mutex;
  int listeners = 0;
  cv::utils::logging::LogLevel level{};
  CerrBuffer cerrBuffer;
#ifdef __GLIBC__
  int viaStderr = 0;
  FILE* standIn = nullptr;
  FILE* before = nullptr;
#endif
};

Shared& shared() {
  static auto* const kShared = new Shared;
  return *kShared;
}

}  // namespace

DecoderOutput::DecoderOutput(bool viaStderr) : viaStderr_(viaStderr) {
  listening = &text_;
  Shared& all = shared();
  const std::lock_guard lock(all.mutex);
#ifdef __GLIBC__
  if (viaStderr_ && all.viaStderr++ == 0) {
    if (all.standIn == nullptr) all.standIn = makeStderr();
    all.before = stderr;
    if (all.standIn != nullptr) stderr = all.standIn;
  }
#endif
  if (all.listeners++ > 0) return;
  all.level = cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
  all.cerrBuffer.before = std::cerr.rdbuf();
  std::cerr.rdbuf(&all.cerrBuffer);
}

DecoderOutput::~DecoderOutput() {
  Shared& all = shared();
  {
    const std::lock_guard lock(all.mutex);
#ifdef __GLIBC__
    if (viaStderr_ && --all.viaStderr == 0 && stderr == all.standIn) stderr = all.before;
#endif
    if (--all.listeners == 0) {
      if (std::cerr.rdbuf() == &all.cerrBuffer) std::cerr.rdbuf(all.cerrBuffer.before);
      cv::utils::logging::setLogLevel(all.level);
    }
  }
  listening = nullptr;
}

std::string DecoderOutput::heard() const {
  std::string line;
  for (const char c : text_) {
    const bool space = c == '\n' || c == '\r' || c == ' ' || c == '\t';
    if (!space) {
      line += c >= ' ' && c < 127 ? c : '?';
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
  }
  if (!line.empty() && line.back() == ' ') line.pop_back();
  return line;
}

}  // namespace espy::io
