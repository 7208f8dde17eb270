// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <map>
#include <numbers>

#include "bench/motif_figures.h"
#include "bench/motif_trials.h"
#include "espy/recordings.h"

namespace espy::bench {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using Row = std::vector<double>;

Row rowOf(const Samples& samples) {
  Row row(static_cast<std::size_t>(samples.size()));
  samples.read(0, row);
  return row;
}

// Heartbeats.

constexpr double kBeatRate = 360;  ///< default sampling rate, Hz
constexpr std::int64_t kBeatQueries = 20;

/// Beat detector, independent of motif search: the squared slope, summed over 0.12 s, has a local
/// maximum within 0.25 s that exceeds a fifth of the median of the maxima of each second within 5
/// s. The beat is the largest deviation from the mean within 0.08 s.
std::vector<std::int64_t> beatsOf(const Row& row, double rate) {
  const auto size = std::ssize(row);
  const auto wide = static_cast<std::int64_t>(0.12 * rate);
  const auto clear = static_cast<std::int64_t>(0.25 * rate);
  const auto near = static_cast<std::int64_t>(0.08 * rate);
  const auto second = static_cast<std::int64_t>(rate);
  Row summed(row.size());
  double sum = 0;
  const auto slope = [&](std::int64_t i) {
    const double by = i >= 2 && i < size ? row[i] - row[i - 2] : 0;
    return by * by;
  };
  for (std::int64_t i = 0; i < size + wide / 2; ++i) {
    sum += slope(i) - slope(i - wide);
    if (i >= wide / 2) summed[i - wide / 2] = sum;
  }
  Row highest;
  for (std::int64_t i = 0; i < size; i += second) {
    highest.push_back(
        *std::max_element(summed.begin() + i, summed.begin() + std::min(i + second, size)));
  }
  std::vector<std::int64_t> beats;
  for (std::int64_t i = 0; i < size; ++i) {
    const auto from = summed.begin() + std::max<std::int64_t>(0, i - clear);
    const auto end = summed.begin() + std::min(size, i + clear + 1);
    if (std::max_element(from, end) != summed.begin() + i) continue;
    const std::int64_t now = i / second;
    Row around(highest.begin() + std::max<std::int64_t>(0, now - 5),
               highest.begin() + std::min(std::ssize(highest), now + 6));
    std::nth_element(around.begin(), around.begin() + std::ssize(around) / 2, around.end());
    if (summed[i] < around[around.size() / 2] / 5) continue;
    const std::int64_t first = std::max<std::int64_t>(0, i - near);
    const std::int64_t last = std::min(size, i + near + 1);
    double mean = 0;
    for (std::int64_t k = first; k < last; ++k) {
      mean += row[k] / static_cast<double>(last - first);
    }
    std::int64_t beat = first;
    for (std::int64_t k = first; k < last; ++k) {
      if (std::abs(row[k] - mean) > std::abs(row[beat] - mean)) beat = k;
    }
    beats.push_back(beat);
  }
  return beats;
}

struct Beat {
  std::int64_t at = 0;
  double distance = 0;
};

/// Matches for one beat, as many as there are beats, best first.
std::vector<Beat> searched(const Row& row, std::int64_t of, double rate, std::int64_t top,
                           const Registry& registry, const MotifTrialOptions& options) {
  const auto before = static_cast<std::int64_t>(0.2 * rate);
  const auto after = static_cast<std::int64_t>(0.3 * rate);
  const Samples all{std::span(row)};
  MotifTask task{{all.part(of - before, before + after)}, {all}, {}};
  task.options.bandShare = 0.1;
  task.options.stretch = {0.8, 1.25, 0.05};
  task.options.exclude = static_cast<std::int64_t>(0.25 * rate);
  task.options.top = top;
  std::vector<Beat> found;
  for (const MotifMatch& match : findMotif(registry, options.engine, task).matches) {
    found.push_back(
        {match.start + std::llround(static_cast<double>(before) * match.stretch), match.distance});
  }
  return found;
}

/// The `top` best of both lists, at least 0.25 s apart.
std::vector<Beat> merged(std::vector<Beat> beats, const std::vector<Beat>& more, double rate,
                         std::size_t top) {
  beats.insert(beats.end(), more.begin(), more.end());
  std::stable_sort(beats.begin(), beats.end(),
                   [](const Beat& a, const Beat& b) { return a.distance < b.distance; });
  std::vector<Beat> kept;
  for (const Beat& beat : beats) {
    const bool isNew = std::none_of(kept.begin(), kept.end(), [&](const Beat& one) {
      return static_cast<double>(std::abs(one.at - beat.at)) <= 0.25 * rate;
    });
    if (isNew && kept.size() < top) kept.push_back(beat);
  }
  return kept;
}

constexpr double kHitTolerance = 0.1;  ///< tolerance of a hit, seconds

HitCount counted(const std::vector<Beat>& found, const std::vector<std::int64_t>& beats,
                 double rate, std::size_t most) {
  std::vector<RankedPlace> listed;
  std::vector<RankedPlace> truth;
  for (const Beat& beat : found) {
    if (listed.size() < most) listed.push_back({beat.at, 1});
  }
  for (const std::int64_t beat : beats) truth.push_back({beat, 1});
  return countHits(listed, truth, static_cast<std::int64_t>(kHitTolerance * rate));
}

/// The first beat that was not found.
std::int64_t firstMissed(const std::vector<Beat>& found, const std::vector<std::int64_t>& beats,
                         double rate) {
  for (std::size_t i = 1; i + 1 < beats.size(); ++i) {
    const bool isFound = std::any_of(found.begin(), found.end(), [&](const Beat& one) {
      return static_cast<double>(std::abs(one.at - beats[i])) <= kHitTolerance * rate;
    });
    if (!isFound) return beats[i];
  }
  return beats[1];
}

/// Queries with one beat; then with the first missed beat as well.
Json heartTrial(const Registry& registry, const MotifTrialOptions& options) {
  const ReadRecording recording = readRecording(options.heart);
  const Channel& channel = recording.channels.front();
  const double rate = channel.rate > 0 ? channel.rate : kBeatRate;
  const Row row = rowOf(channel.samples);
  const std::vector<std::int64_t> beats = beatsOf(row, rate);
  fmt::print("heart: {} samples, {} beats\n", row.size(), beats.size());
  std::array<std::vector<double>, 4> shares;
  Json each;
  for (std::int64_t i = 0; i < kBeatQueries; ++i) {
    const std::int64_t beat = beats[1 + i * (std::ssize(beats) - 2) / kBeatQueries];
    const auto one = searched(row, beat, rate, std::ssize(beats), registry, options);
    const std::int64_t other = firstMissed(one, beats, rate);
    const auto two = merged(one, searched(row, other, rate, std::ssize(beats), registry, options),
                            rate, beats.size());
    shares[0].push_back(counted(one, beats, rate, beats.size() / 2).precision());
    shares[1].push_back(counted(one, beats, rate, beats.size()).recall());
    shares[2].push_back(counted(two, beats, rate, beats.size() / 2).precision());
    shares[3].push_back(counted(two, beats, rate, beats.size()).recall());
    each.push_back({{"beat", beat},
                    {"found", shares[1].back()},
                    {"also", other},
                    {"found_by_both", shares[3].back()}});
  }
  Json json{{"beats", beats.size()}, {"queries", kBeatQueries}};
  constexpr const char* kNames[] = {"precision_of_half", "found", "precision_of_half_by_both",
                                    "found_by_both"};
  for (std::size_t i = 0; i < shares.size(); ++i) {
    std::sort(shares[i].begin(), shares[i].end());
    const double median = shares[i][shares[i].size() / 2];
    fmt::print("heart, {}: {}, median {:.3f}, from {:.3f} to {:.3f}\n", kNames[i],
               shown(meanOf(shares[i])), median, shares[i].front(), shares[i].back());
    json[kNames[i]] = {{"mean", jsonOf(meanOf(shares[i]))},
                       {"median", median},
                       {"least", shares[i].front()},
                       {"most", shares[i].back()}};
  }
  std::fflush(stdout);
  json["each"] = each;
  return json;
}

// Words.

constexpr int kBands = 12;
constexpr int kTones = 8;  ///< frequencies averaged per band
constexpr double kLowest = 150;
constexpr double kHighest = 6000;
constexpr double kFloor = 1e-5;  ///< silence threshold, relative to the loudest frame of a band

double melOf(double hertz) {
  return std::log1p(hertz / 700);
}

/// Energies of mel-spaced bands, in frames of 25 ms every 10 ms.
lab::Rows energiesOf(const Row& sound, double rate) {
  const auto hop = static_cast<std::int64_t>(0.01 * rate);
  const auto size = static_cast<std::int64_t>(0.025 * rate);
  lab::Rows bands(kBands);
  Row cosines(size);
  Row sines(size);
  for (int tone = 0; tone < kBands * kTones; ++tone) {
    const double part = (tone + 0.5) / (kBands * kTones);
    const double hertz =
        700 * std::expm1(melOf(kLowest) + part * (melOf(kHighest) - melOf(kLowest)));
    for (std::int64_t k = 0; k < size; ++k) {
      const double turn = 2 * std::numbers::pi * static_cast<double>(k);
      const double window = 0.5 - 0.5 * std::cos(turn / static_cast<double>(size));
      cosines[k] = window * std::cos(turn * hertz / rate);
      sines[k] = window * std::sin(turn * hertz / rate);
    }
    Row& band = bands[tone / kTones];
    std::size_t frame = 0;
    for (std::int64_t from = 0; from + size <= std::ssize(sound); from += hop, ++frame) {
      double c = 0;
      double s = 0;
      for (std::int64_t k = 0; k < size; ++k) {
        c += cosines[k] * sound[from + k];
        s += sines[k] * sound[from + k];
      }
      if (frame == band.size()) band.push_back(0);
      band[frame] += c * c + s * s;
    }
  }
  return bands;
}

/// Log energies; silence at the ends of a query is trimmed.
lab::Rows featuresOf(const fs::path& path, bool trimmed) {
  const ReadRecording recording = readRecording(path.string());
  lab::Rows bands =
      energiesOf(rowOf(recording.channels.front().samples), recording.channels.front().rate);
  std::size_t first = 0;
  std::size_t end = bands.front().size();
  if (trimmed) {
    Row loud(end);
    for (const Row& band : bands) {
      for (std::size_t k = 0; k < end; ++k) loud[k] += band[k];
    }
    const double least = 1e-3 * *std::max_element(loud.begin(), loud.end());
    while (first < end && loud[first] < least) ++first;
    while (end > first && loud[end - 1] < least) --end;
  }
  for (Row& band : bands) {
    const double floor = kFloor * *std::max_element(band.begin(), band.end()) + 1e-30;
    for (double& energy : band) energy = std::log(energy + floor);
    band = Row(band.begin() + static_cast<std::int64_t>(first),
               band.begin() + static_cast<std::int64_t>(end));
  }
  return bands;
}

/// Spoken words from a file name: "Front_Left.wav", "Front_Left-en-us-140.wav".
std::vector<std::string> wordsOf(const fs::path& path) {
  std::vector<std::string> words(1);
  for (const char letter : path.stem().string()) {
    if (letter == '-') break;
    if (letter == '_') {
      words.emplace_back();
    } else {
      words.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    }
  }
  return words;
}

std::vector<fs::path> soundsIn(const std::string& folder) {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".wav" && wordsOf(entry.path()).front() != "noise") {
      paths.push_back(entry.path());
    }
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

/// Number of the query's words that are spoken.
int sharedWords(const std::vector<std::string>& recorded, const std::vector<std::string>& query) {
  return static_cast<int>(std::count_if(query.begin(), query.end(), [&](const std::string& word) {
    return std::find(recorded.begin(), recorded.end(), word) != recorded.end();
  }));
}

MotifOptions wordOptions(MotifNormalise normalise) {
  MotifOptions options;
  options.normalise = normalise;
  options.rule = ChannelRule::together;
  options.bandShare = 0.15;
  options.stretch = {0.6, 1.6, 0.1};
  options.top = 1;
  return options;
}

/// Ranking accuracy, separately for single words and pairs of words.
struct WordTally {
  std::vector<double> gains;
  std::int64_t queries = 0;
  std::int64_t first = 0;  ///< queries whose best recording is relevant
  std::int64_t hits = 0;   ///< relevant among the first n, n the number of relevant ones
  std::int64_t relevant = 0;
};

Json wordTrial(const Registry& registry, const MotifTrialOptions& options) {
  std::vector<std::pair<std::vector<std::string>, lab::Rows>> recorded;
  for (const fs::path& path : soundsIn(options.words)) {
    recorded.emplace_back(wordsOf(path), featuresOf(path, false));
  }
  Json json;
  for (const MotifNormalise normalise : {MotifNormalise::mean, MotifNormalise::z}) {
    std::map<std::size_t, WordTally> tallies;
    for (const fs::path& path : soundsIn(options.spoken)) {
      const std::vector<std::string> queryWords = wordsOf(path);
      const lab::Rows query = featuresOf(path, true);
      std::vector<std::pair<double, double>> ranked;  // distance, gain
      for (const auto& [recordedWords, features] : recorded) {
        const MotifTask task{lab::samplesOf(query), lab::samplesOf(features),
                             wordOptions(normalise)};
        const auto matches = findMotif(registry, options.engine, task).matches;
        ranked.emplace_back(matches.empty() ? 1e300 : matches[0].distance,
                            sharedWords(recordedWords, queryWords));
      }
      std::sort(ranked.begin(), ranked.end(),
                [](const auto& a, const auto& b) { return a.first < b.first; });
      std::vector<double> gains;
      for (const auto& [distance, gain] : ranked) gains.push_back(gain);
      WordTally& tally = tallies[queryWords.size()];
      const auto all = static_cast<double>(queryWords.size());
      const auto relevant = std::count(gains.begin(), gains.end(), all);
      ++tally.queries;
      tally.gains.push_back(normalisedGain(gains, gains, std::ssize(gains)));
      tally.first += gains.front() == all ? 1 : 0;
      tally.relevant += relevant;
      tally.hits += std::count(gains.begin(), gains.begin() + relevant, all);
    }
    for (const auto& [words, tally] : tallies) {
      const char* name = normalise == MotifNormalise::z ? "z" : "mean";
      const Interval gain = meanOf(tally.gains);
      const Interval first = shareOf(tally.first, tally.queries);
      const Interval precision = shareOf(tally.hits, tally.relevant);
      fmt::print(
          "words, {}: {} in each of {} queries, nDCG@{} {}, the first right {}, precision {}\n",
          name, words, tally.queries, recorded.size(), shown(gain), shown(first), shown(precision));
      std::fflush(stdout);
      json.push_back({{"normalise", name},
                      {"words", words},
                      {"queries", tally.queries},
                      {"recordings", recorded.size()},
                      {"ndcg", jsonOf(gain)},
                      {"first_right", jsonOf(first)},
                      {"precision", jsonOf(precision)}});
    }
  }
  return json;
}

bool isAvailable(const std::string& path, const char* what) {
  if (!path.empty() && fs::exists(path)) return true;
  fmt::print("{}: skipped, {}\n", what,
             path.empty() ? std::string("no file was named") : path + " is not there");
  return false;
}

}  // namespace

Json realTrials(const Registry& registry, const MotifTrialOptions& options) {
  Json json;
  if (isAvailable(options.heart, "heart")) json["heart"] = heartTrial(registry, options);
  if (isAvailable(options.words, "words") && isAvailable(options.spoken, "spoken words")) {
    json["words"] = wordTrial(registry, options);
  }
  return json;
}

}  // namespace espy::bench
