// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <limits>

#include "files/mapped_file.h"
#include "signal/files/wfdb.h"

namespace espy::recordings {
namespace {

class WfdbSegments {
 public:
  WfdbSegments(const Source& source, const WfdbHeader& header, const OpenBeside& open,
               const RecordingOptions& options)
      : source_(source), header_(header), open_(open), options_(options) {}

  ReadRecording read(MemoryOwners& owners) {
    readLayout();
    const std::int64_t samples = *header_.frames * perFrame_;
    checkSamples(std::ssize(chosen_), samples, options_, source_.name);
    checkSegments();
    ReadRecording result;
    for (std::size_t c = 0; c < chosen_.size(); ++c) {
      const WfdbSignal& signal = layout_.signals[chosen_[c]];
      const double rate = header_.rate * static_cast<double>(perFrame_);
      result.channels.push_back(
          {signal.name, signal.unit, rate, nowhere(samples, source_.name, owners)});
      if (columns_[c] == nullptr) continue;
      columns_[c] = numbersFor<double>(samples, source_.name);
      std::fill(columns_[c]->begin(), columns_[c]->end(), std::numeric_limits<double>::quiet_NaN());
      owners.keep(columns_[c]);
      result.channels.back().samples = std::span<const double>(*columns_[c]);
    }
    forSegments([&](const Segment& segment) { readSegment(segment); });
    return result;
  }

 private:
  /// A segment's header; its rate must be that of the record.
  WfdbHeader headerOf(const WfdbSegment& segment, Source& file) const {
    const std::string name = segment.name + ".hea";
    std::optional<Source> found = open_(name);
    if (!found) refuseFile(source_, phrase("its file {} does not exist", shown(name)));
    file = std::move(*found);
    WfdbHeader header = readWfdbHeader(file);
    if (!header.segments.empty()) {
      refuseFile(source_, phrase("its segment {} has segments itself", shown(segment.name)));
    }
    if (header.rate != header_.rate) {
      refuseFile(source_, phrase("has {} samples a second, and its segment {} has {}",
                                 shown(header_.rate), shown(segment.name), shown(header.rate)));
    }
    return header;
  }

  void readLayout() {
    const auto first = std::find_if(header_.segments.begin(), header_.segments.end(),
                                    [](const WfdbSegment& s) { return s.name != "~"; });
    if (*header_.frames == 0 || first == header_.segments.end()) {
      refuseFile(source_, phrase("is a record without samples"));
    }
    isLayout_ = first->frames == 0;
    Source file;
    layout_ = headerOf(*first, file);
    if (std::ssize(layout_.signals) != header_.signalCount) refuseCount(*first, layout_);
    chosen_ = chosenChannels(namesOf(layout_), options_, source_.name);
    checkRates(file, layout_, chosen_);
    perFrame_ = chosen_.empty() ? 1 : layout_.signals[chosen_[0]].perFrame;
  }

  [[noreturn]] void refuseCount(const WfdbSegment& segment, const WfdbHeader& header) const {
    refuseFile(source_, phrase("has {} signals, and its segment {} has {}", header_.signalCount,
                               shown(segment.name), header.signals.size()));
  }

  /// The index of a chosen signal in a segment; nothing if it was not recorded there.
  std::optional<std::size_t> signalOf(const WfdbHeader& header, std::size_t chosen) const {
    if (!isLayout_) return chosen;
    const std::string& name = layout_.signals[chosen].name;
    for (std::size_t i = 0; i < header.signals.size(); ++i) {
      if (header.signals[i].name == name) return i;
    }
    return {};
  }

  /// A recorded segment, reduced to the chosen signals.
  struct Segment {
    const WfdbSegment& said;
    std::int64_t at;  ///< its first frame in the record
    Source file;
    WfdbHeader header;
    std::vector<std::size_t> wanted;   ///< indexes of its signals
    std::vector<std::size_t> targets;  ///< indexes of the chosen signals that these are
  };

  template <class Work>
  void forSegments(const Work& work) {
    std::int64_t at = 0;
    for (const WfdbSegment& said : header_.segments) {
      checkStop(options_);
      if (said.name != "~" && said.frames > 0) {
        Segment segment{said, at, {}, {}, {}, {}};
        segment.header = headerOf(said, segment.file);
        if (!isLayout_ && segment.header.signals.size() != layout_.signals.size()) {
          refuseCount(said, segment.header);
        }
        for (std::size_t c = 0; c < chosen_.size(); ++c) {
          const std::optional<std::size_t> signal = signalOf(segment.header, chosen_[c]);
          if (!signal) continue;
          checkSignal(said, layout_.signals[chosen_[c]], segment.header.signals[*signal]);
          segment.wanted.push_back(*signal);
          segment.targets.push_back(c);
        }
        work(segment);
      }
      at += said.frames;
    }
  }

  /// Checks, before memory is allocated, that all files exist and gaps are in proportion to the
  /// data.
  void checkSegments() {
    columns_.resize(chosen_.size());
    std::int64_t present = 0;
    forSegments([&](const Segment& segment) {
      const std::int64_t frames = framesOf(segment.file, segment.header, open_);
      if (frames != segment.said.frames) {
        refuseFile(source_, phrase("its segment {} has {} samples, not {}",
                                   shown(segment.said.name), frames, segment.said.frames));
      }
      present += frames;
      for (const std::size_t c : segment.targets) {
        if (columns_[c] == nullptr) columns_[c] = numbersFor<double>(0, source_.name);
      }
    });
    const std::int64_t missing = *header_.frames - present;
    const std::int64_t most = mostGaps(present, perFrame_);
    if (missing > most) {
      files::refuse(ErrorCode::tooLarge, source_.name,
                    phrase("has gaps of {} samples between its segments, more than the {} that can "
                           "be filled; read its segments one by one",
                           missing, most));
    }
  }

  void readSegment(const Segment& segment) {
    if (segment.wanted.empty()) return;
    MemoryOwners owners;
    const ReadSignals read =
        readSignals(segment.file, segment.header, segment.wanted, open_, options_, owners);
    for (std::size_t i = 0; i < segment.wanted.size(); ++i) {
      const Samples& samples = read.samples[i];
      samples.read(0, std::span(*columns_[segment.targets[i]])
                          .subspan(static_cast<std::size_t>(segment.at * perFrame_),
                                   static_cast<std::size_t>(samples.size())));
      files::checkUncut(samples.data());
    }
  }

  /// Units and frames must be the same in all segments.
  void checkSignal(const WfdbSegment& segment, const WfdbSignal& first,
                   const WfdbSignal& signal) const {
    if (first.perFrame == signal.perFrame && first.unit == signal.unit) return;
    refuseFile(source_, phrase("its segment {} has the signal {} at another rate, or in {} and not "
                               "in {}",
                               shown(segment.name), shown(signal.name), shown(signal.unit),
                               shown(first.unit)));
  }

  const Source& source_;
  const WfdbHeader& header_;
  const OpenBeside& open_;
  const RecordingOptions& options_;
  WfdbHeader layout_;
  bool isLayout_ = false;  ///< else the first segment is read, too
  std::vector<std::size_t> chosen_;
  std::int64_t perFrame_ = 1;
  /// Per chosen signal; null if no segment has it.
  std::vector<std::shared_ptr<std::vector<double>>> columns_;
};

}  // namespace

ReadRecording readWfdbSegments(const Source& source, const WfdbHeader& header,
                               const OpenBeside& open, const RecordingOptions& options,
                               MemoryOwners& owners) {
  return WfdbSegments(source, header, open, options).read(owners);
}

}  // namespace espy::recordings
