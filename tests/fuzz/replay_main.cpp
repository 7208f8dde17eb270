// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

/// Replaces libFuzzer if the compiler lacks it.
///
///     TARGET FOLDER...                              runs every file of these folders once
///     TARGET --seconds N --seed S --crash FILE FOLDER...   mutates them for N seconds
///
/// Mutation is guided by coverage if the code was compiled with -fsanitize-coverage=trace-pc: an
/// input that reaches a new block joins the corpus. FILE holds the current input, so a crash leaves
/// it there.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

namespace fs = std::filesystem;

using Input = std::vector<std::uint8_t>;

constexpr std::size_t kLongest = 8192;
constexpr unsigned kSecondsAnInput = 120;

/// Flags of reached code blocks, by a hash of their address. A plain array, since the callback
/// below must not call instrumented code.
constexpr std::size_t kBlocks = 1 << 18;
std::uint8_t blocksReached[kBlocks];  // NOLINT(*-avoid-c-arrays)
std::size_t blockCount = 0;

Input readFile(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  if (!file) {
    std::cerr << path << ": cannot be read\n";
    std::exit(2);
  }
  return {bytes.begin(), bytes.end()};
}

std::vector<fs::path> filesIn(const fs::path& folder) {
  if (!fs::is_directory(folder)) {
    std::cerr << folder.string() << ": not a folder\n";
    std::exit(2);
  }
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// Overwrites an open file. Truncating first would make some file systems wait for the disk.
void keep(const Input& input, int file) {
  if (::pwrite(file, input.data(), input.size(), 0) != static_cast<::ssize_t>(input.size()) ||
      ::ftruncate(file, static_cast<::off_t>(input.size())) != 0) {
    std::cerr << "the input cannot be written\n";
    std::exit(2);
  }
}

void run(const Input& input) {
  LLVMFuzzerTestOneInput(input.data(), input.size());
}

/// Mutates inputs: bits, bytes, interesting numbers; moved, repeated, cut and joined parts.
class Mutator {
 public:
  explicit Mutator(std::uint64_t seed) : random_(seed) {}

  std::size_t below(std::size_t end) {
    return std::uniform_int_distribution<std::size_t>(0, end - 1)(random_);
  }

  Input mutate(Input input, const Input& other) {
    for (std::size_t rounds = std::size_t{1} << below(6); rounds-- > 0;) change(input, other);
    if (input.size() > kLongest) input.resize(kLongest);
    return input;
  }

 private:
  void change(Input& input, const Input& other) {
    if (input.empty()) input.push_back(static_cast<std::uint8_t>(below(256)));
    constexpr std::array<std::uint8_t, 9> kNumbers{0, 1, 16, 32, 64, 100, 127, 128, 255};
    const std::size_t at = below(input.size());
    const std::size_t length = 1 + below(std::min<std::size_t>(input.size() - at, 64));
    const auto place = input.begin() + static_cast<std::ptrdiff_t>(at);
    const auto end = place + static_cast<std::ptrdiff_t>(length);
    switch (below(8)) {
      case 0:
        input[at] ^= static_cast<std::uint8_t>(1U << below(8));
        break;
      case 1:
        input[at] = static_cast<std::uint8_t>(below(256));
        break;
      case 2:
        input[at] = kNumbers[below(kNumbers.size())];
        break;
      case 3:
        input[at] = static_cast<std::uint8_t>(input[at] + below(33) - 16);
        break;
      case 4:
        input.erase(place, end);
        break;
      case 5:
        insert(input, below(input.size() + 1), Input(place, end));
        break;
      case 6:
        std::fill(place, end, static_cast<std::uint8_t>(below(256)));
        break;
      default:
        splice(input, at, other);
        break;
    }
  }

  static void insert(Input& input, std::size_t at, const Input& part) {
    input.insert(input.begin() + static_cast<std::ptrdiff_t>(at), part.begin(), part.end());
  }

  void splice(Input& input, std::size_t at, const Input& other) {
    if (other.empty()) return;
    const std::size_t from = below(other.size());
    const std::size_t length = std::min(1 + below(256), other.size() - from);
    const auto begin = other.begin() + static_cast<std::ptrdiff_t>(from);
    insert(input, at, Input(begin, begin + static_cast<std::ptrdiff_t>(length)));
  }

  std::mt19937_64 random_;
};

int fuzz(std::vector<Input> corpus, long seconds, std::uint64_t seed, const std::string& crash) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::seconds(seconds);
  const int file = ::open(crash.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  Mutator mutator(seed);
  for (const Input& input : corpus) run(input);
  std::uint64_t runs = corpus.size();
  while (Clock::now() < end) {
    const Input input =
        mutator.mutate(corpus[mutator.below(corpus.size())], corpus[mutator.below(corpus.size())]);
    keep(input, file);
    const std::size_t before = blockCount;
    ::alarm(kSecondsAnInput);
    run(input);
    ++runs;
    if (blockCount > before) corpus.push_back(input);
  }
  ::close(file);
  fs::remove(crash);
  std::cout << runs << " runs, " << blockCount << " blocks, " << corpus.size() << " inputs\n";
  return 0;
}

}  // namespace

extern "C" [[gnu::no_sanitize_coverage]] void __sanitizer_cov_trace_pc();
extern "C" void __sanitizer_cov_trace_pc() {
  const auto caller = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
  std::uint8_t& reached = blocksReached[(caller ^ caller >> 18) % kBlocks];
  if (reached == 0) {
    reached = 1;
    ++blockCount;
  }
}

int main(int argc, char** argv) {
  long seconds = 0;
  std::uint64_t seed = 1;
  std::string crash = "crash";
  std::vector<fs::path> files;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    const bool hasValue = i + 1 < argc;
    if (argument == "--seconds" && hasValue) {
      seconds = std::stol(argv[++i]);
    } else if (argument == "--seed" && hasValue) {
      seed = std::stoull(argv[++i]);
    } else if (argument == "--crash" && hasValue) {
      crash = argv[++i];
    } else {
      const std::vector<fs::path> more = filesIn(argument);
      files.insert(files.end(), more.begin(), more.end());
    }
  }
  if (files.empty()) {
    std::cerr << "no input\n";
    return 1;
  }
  if (seconds > 0) {
    std::vector<Input> corpus;
    for (const fs::path& file : files) corpus.push_back(readFile(file));
    return fuzz(std::move(corpus), seconds, seed, crash);
  }
  for (const fs::path& file : files) {
    // Printed first, so that a crash names its file.
    std::cout << file.string() << std::endl;
    run(readFile(file));
  }
  std::cout << files.size() << " files replayed\n";
  return 0;
}
