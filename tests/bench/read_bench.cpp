// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// Reading pictures: Espy compared with OpenCV's cv::imdecode, libspng and libpng in this process,
// and with the cv2 of --python; then whole processes.
//
//     read_bench --espy PROGRAM --crowd FILE --traveller FILE [--pictures FOLDER] [--python PROGRAM
//     --peer SCRIPT] [--json FILE]
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <sstream>
#include <stdexcept>

#include "bench/options.h"
#include "bench/png_peers.h"
#include "bench/report.h"
#include "espy/pictures.h"

namespace espy::bench {
namespace {

namespace fs = std::filesystem;
using Bytes = std::vector<std::uint8_t>;

Bytes load(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Runs a shell command and returns its first line of output.
std::string firstLine(const std::string& command) {
  FILE* pipe = ::popen(command.c_str(), "r");
  char line[256] = {};
  const bool got = pipe != nullptr && std::fgets(line, sizeof line, pipe) != nullptr;
  if (pipe == nullptr || ::pclose(pipe) != 0 || !got) {
    throw std::runtime_error("this failed: " + command);
  }
  return line;
}

struct Peer {
  std::string python;
  std::string script;
};

Timing timeOfPeer(const Peer& peer, const std::string& path, int runs) {
  std::istringstream line(firstLine(
      fmt::format("'{}' '{}' {} '{}' 2>/dev/null", peer.python, peer.script, runs, path)));
  std::string version;
  Timing timing{"", 0, 0, runs};
  line >> version >> timing.milliseconds >> timing.deviation;
  timing.name = fmt::format("cv2.imdecode, OpenCV {} in Python", version);
  return timing;
}

/// Exact formats must equal OpenCV's result up to channel order; JPEG approximately.
void checkSame(const std::string& path, const Image& ours, const cv::Mat& theirs) {
  const ImageView view = ours;
  if (theirs.cols != view.width() || theirs.rows != view.height()) {
    throw std::runtime_error(path + ": the sizes differ");
  }
  const int channels = theirs.channels();
  if (view.format().channels != channels || view.format().depth != Depth::u8) return;
  for (std::int64_t y = 0; y < view.height(); ++y) {
    const auto* row = theirs.ptr<std::uint8_t>(static_cast<int>(y));
    for (std::int64_t i = 0; i < view.width() * channels; ++i) {
      const auto c = i % channels;
      const auto other = channels >= 3 && c < 3 ? i - c + (2 - c) : i;
      if (view.row(y)[i] != row[other]) throw std::runtime_error(path + ": the pixels differ");
    }
  }
}

void checkSame(const std::string& path, const ImageView& ours,
               std::span<const std::uint8_t> theirs) {
  const auto rowBytes = static_cast<std::size_t>(ours.width() * ours.format().bytesPerPixel());
  bool same = theirs.size() == rowBytes * static_cast<std::size_t>(ours.height());
  for (std::int64_t y = 0; same && y < ours.height(); ++y) {
    const auto row = theirs.subspan(static_cast<std::size_t>(y) * rowBytes, rowBytes);
    same = std::equal(row.begin(), row.end(), ours.row(y));
  }
  if (!same) throw std::runtime_error(path + ": a peer gives other pixels");
}

/// A synthetic screenshot of 3840 x 2160: flat panels, thin lines and the text `page`.
cv::Mat drawnScreen(const cv::Mat& page) {
  cv::Mat screen(2160, 3840, CV_8UC3);
  for (int y = 0; y < screen.rows; ++y) screen.row(y) = cv::Scalar(90 + y / 24, 60 + y / 30, 40);
  for (int window = 0; window < 12; ++window) {
    const cv::Rect place(60 + window % 4 * 940, 50 + window / 4 * 700, 900, 640);
    screen(place) = cv::Scalar(245, 245, 245 - window);
    screen(cv::Rect(place.x, place.y, place.width, 36)) = cv::Scalar(200, 190 - 4 * window, 180);
    for (int y = place.y + 60; y + page.rows < place.y + place.height; y += page.rows + 8) {
      for (int x = place.x + 12; x + page.cols < place.x + place.width; x += page.cols + 20) {
        page.copyTo(screen(cv::Rect(x, y, page.cols, page.rows)));
      }
    }
  }
  return screen;
}

void measureFile(const std::string& path, const Peer& peer, Report& report) {
  constexpr int kRuns = 21;
  const Bytes bytes = load(path);
  const cv::Mat file(1, static_cast<int>(bytes.size()), CV_8UC1,
                     const_cast<std::uint8_t*>(bytes.data()));
  const Image ours = readPicture(bytes, path).image;
  checkSame(path, ours, cv::imdecode(file, cv::IMREAD_UNCHANGED));
  std::vector<Contestant> contestants = {
      {"espy", [&] { readPicture(bytes, path); }, kRuns},
      {fmt::format("cv::imdecode, OpenCV {}", CV_VERSION),
       [&] { cv::imdecode(file, cv::IMREAD_UNCHANGED); }, kRuns}};
  std::vector<std::uint8_t> pixels;
  const std::vector<PngPeer> peers = path.ends_with(".png") ? pngPeers() : std::vector<PngPeer>();
  for (const PngPeer& png : peers) {
    png.decode(bytes, pixels);
    checkSame(path, ours, pixels);
    contestants.push_back({png.name, [&] { png.decode(bytes, pixels); }, kRuns});
  }
  std::vector<Timing> timings = race(contestants);
  if (!peer.python.empty()) timings.push_back(timeOfPeer(peer, path, kRuns));
  double best = timings[1].milliseconds;
  for (std::size_t i = 2; i < timings.size(); ++i) best = std::min(best, timings[i].milliseconds);
  const PixelFormat format = ours.format();
  report.add(
      fmt::format("decode {}", fs::path(path).filename().string()),
      fmt::format("{} x {} pixels, {} channels of {} bits, {} bytes", ours.size().width,
                  ours.size().height, format.channels, 8 * format.bytesPerSample(), bytes.size()),
      timings,
      {{fmt::format("at least as fast as OpenCV: {:.2f} times", best / timings[0].milliseconds),
        timings[0].milliseconds <= best}});
}

/// Runs a program; throws unless it succeeds.
void run(const std::vector<std::string>& command) {
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  pid_t child = 0;
  int status = 0;
  if (::posix_spawnp(&child, arguments[0], nullptr, nullptr, arguments.data(), environ) != 0 ||
      ::waitpid(child, &status, 0) != child || status != 0) {
    throw std::runtime_error(command[0] + " did not end with success");
  }
}

void measureProcesses(const std::string& espy, const std::string& folder, Report& report) {
  const auto find = [&](const std::string& ending) {
    return [words = std::vector<std::string>{espy, "find", "--quiet", folder + "/needle.png",
                                             folder + "/shot" + ending}] { run(words); };
  };
  constexpr int kRuns = 21;
  const std::vector<Timing> timings =
      race({{"espy find needle.png shot.png", find(".png"), kRuns},
            {"espy find needle.png shot.bmp", find(".bmp"), kRuns},
            {"espy find needle.png shot.ppm", find(".ppm"), kRuns},
            {"true: the least a process takes", [] { run({"true"}); }, kRuns}});
  report.add("whole processes, 1 megapixel", "", timings,
             {{fmt::format("PNG from start to answer under 15 ms: {:.1f}", timings[0].milliseconds),
               timings[0].milliseconds < 15}});
}

void measure(const std::map<std::string, std::string>& options, Report& report) {
  const auto option = [&](const std::string& name) {
    const auto found = options.find(name);
    return found == options.end() ? std::string() : found->second;
  };
  const Peer peer{option("--python"), option("--peer")};
  std::string folder = (fs::temp_directory_path() / "espy-read-XXXXXX").string();
  if (::mkdtemp(folder.data()) == nullptr) throw std::runtime_error("no temporary folder");
  const Image crowd = readPicture(option("--crowd")).image;
  writePicture(folder + "/needle.png", readPicture(option("--traveller")).image);
  writePicture(folder + "/shot.ppm", crowd);
  // Encoded by OpenCV, like files from other programs.
  const cv::Mat shot = cv::imread(folder + "/shot.ppm", cv::IMREAD_UNCHANGED);
  for (const char* ending : {".png", ".jpg", ".bmp"}) cv::imwrite(folder + "/shot" + ending, shot);
  cv::Mat wide;
  shot.convertTo(wide, CV_16U, 257);
  cv::imwrite(folder + "/shot16.png", wide);

  measureProcesses(option("--espy"), folder, report);
  std::vector<std::string> files;
  for (const char* name : {"shot.png", "shot16.png", "shot.jpg", "shot.bmp"}) {
    files.push_back(folder + "/" + name);
  }
  if (const std::string pictures = option("--pictures"); !pictures.empty()) {
    const std::string screen = folder + "/screen4k.png";
    cv::imwrite(screen, drawnScreen(cv::imread(pictures + "/page.png", cv::IMREAD_COLOR)),
                {cv::IMWRITE_PNG_COMPRESSION, 6, cv::IMWRITE_PNG_STRATEGY,
                 cv::IMWRITE_PNG_STRATEGY_DEFAULT});
    files.push_back(screen);
    for (const char* name :
         {"astronaut.png", "camera.png", "chelsea.png", "page.png", "hubble_deep_field.jpg"}) {
      files.push_back(pictures + "/" + name);
    }
  }
  for (const std::string& file : files) measureFile(file, peer, report);
  fs::remove_all(folder);
}

}  // namespace
}  // namespace espy::bench

int main(int argc, char** argv) {
  auto options = espy::bench::optionsOf(
      argc, argv,
      {"--python", "--peer", "--crowd", "--traveller", "--espy", "--pictures", "--json"});
  try {
    espy::bench::Report report("reading pictures");
    espy::bench::measure(options, report);
    if (options.contains("--json")) report.write(options["--json"]);
    return report.allReached() ? 0 : 1;
  } catch (const std::exception& error) {
    fmt::print(stderr, "read_bench: {}\n", error.what());
    return 2;
  }
}
