// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "signal/found_view.h"

#include <QAction>
#include <QClipboard>
#include <QDir>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QSaveFile>
#include <QScrollArea>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "model/paths.h"
#include "signal/found_table.h"
#include "signal/path_view.h"
#include "widgets/ask_path.h"
#include "widgets/plain_widgets.h"
#include "widgets/spacing.h"

namespace espy::desktop {
namespace {

constexpr int kLeastRows = 3;  ///< of the list
const QString kExportWord = QStringLiteral("signal-export");

/// Writes a file atomically. Returns the error or an empty string.
QString writeError(const QString& path, const QByteArray& bytes) {
  QSaveFile file(path);
  if (file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit())
    return {};
  return QStringLiteral("%1: %2").arg(path, file.errorString());
}

constexpr std::size_t kMostRows = 16;  // limit of compared channels

/// Resamples to `length` samples by linear interpolation.
std::vector<double> stretched(const std::vector<double>& samples, std::int64_t length) {
  std::vector<double> out(static_cast<std::size_t>(length));
  const double step =
      length > 1 ? static_cast<double>(samples.size() - 1) / static_cast<double>(length - 1) : 0;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const double place = static_cast<double>(i) * step;
    const auto left = static_cast<std::size_t>(place);
    const std::size_t right = std::min(left + 1, samples.size() - 1);
    out[i] = std::lerp(samples[left], samples[right], place - static_cast<double>(left));
  }
  return out;
}

/// `length` samples from `from` on; NaN outside the recording.
std::vector<double> windowOf(const Samples& samples, std::int64_t from, std::int64_t length) {
  std::vector<double> window(static_cast<std::size_t>(length), std::nan(""));
  const std::int64_t begin = std::max<std::int64_t>(from, 0);
  const std::int64_t end = std::min(from + length, samples.size());
  if (begin < end) {
    samples.read(begin, std::span(window).subspan(static_cast<std::size_t>(begin - from),
                                                  static_cast<std::size_t>(end - begin)));
  }
  return window;
}

/// The paths of a match's channels, at most kMostRows.
std::vector<ShownPath> shownPathsOf(const SignalTools& tools, const SignalResult& result,
                                    const FoundMotif& found, const std::stop_token& stop) {
  std::vector<int> lanes;
  const MotifTask task = taskOf(result.motif, *found.recording, result.settings, lanes);
  std::vector<ShownPath> paths;
  Control control;
  control.stop = stop;
  const std::size_t rows = std::min(found.match.channels.size(), kMostRows);
  for (std::size_t i = 0; i < rows && !stop.stop_requested(); ++i) {
    const ChannelMatch& channel = found.match.channels[i];
    const std::int64_t start = found.match.start + channel.lag;
    ShownPath shown;
    shown.title =
        FoundTable::tr("%1: distance %2")
            .arg(channelText(found, result.motif, channel), distanceText(channel.distance));
    shown.query = windowOf(task.query[static_cast<std::size_t>(channel.query)], 0,
                           result.motif.span.length());
    if (!task.options.open) shown.query = stretched(shown.query, found.match.length);
    shown.data =
        windowOf(task.data[static_cast<std::size_t>(channel.data)], start, found.match.length);
    shown.path = tools.path(task, found.match, i, control);
    for (auto& step : shown.path) step.second -= start;
    paths.push_back(std::move(shown));
  }
  return paths;
}

}  // namespace

FoundView::FoundView(SignalTools tools, const RecordingList& open, QWidget* parent)
    : QWidget(parent),
      tools_(std::move(tools)),
      open_(open),
      found_(new FoundTable(this)),
      sorted_(new QSortFilterProxyModel(this)) {
  status_ = wrappedLabel(tr("Status"));
  table_ = new QTableView;
  table_->setAccessibleName(tr("Matches"));
  table_->setToolTip(QString());
  sorted_->setSourceModel(found_);
  sorted_->setSortRole(FoundTable::kSortRole);
  table_->setModel(sorted_);
  table_->setSortingEnabled(true);
  table_->sortByColumn(FoundTable::number, Qt::AscendingOrder);
  table_->setSelectionBehavior(QAbstractItemView::SelectRows);
  table_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  table_->setTabKeyNavigation(false);
  table_->setShowGrid(false);
  table_->setAlternatingRowColors(true);
  table_->verticalHeader()->hide();
  table_->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
  table_->horizontalHeader()->setStretchLastSection(true);
  table_->horizontalHeader()->setHighlightSections(false);
  table_->setMinimumHeight((kLeastRows + 1) * (fontMetrics().height() + 6));
  table_->setMinimumWidth(12 * fontMetrics().height());
  makeMenu();
  path_ = new PathView;
  path_->setEmptyText(tr("Select a match to compare it with the motif here."));
  auto* beside = new QSplitter(Qt::Horizontal);
  beside->setChildrenCollapsible(false);
  beside->addWidget(table_);
  beside->addWidget(newScrollArea(path_, tr("The motif and the match")));
  beside->setStretchFactor(0, 1);
  beside->setStretchFactor(1, 1);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, kGap, 0, 0);
  column->addWidget(status_);
  column->addWidget(beside, 1);
  connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
    showPath();
    emit chosenChanged();
  });
}

FoundView::~FoundView() {
  table_->selectionModel()->disconnect(this);
}

void FoundView::setResult(const SignalResultPtr& result) {
  job_.forget();
  found_->setResult(result);
  path_->setPaths({});
  if (!result) return;
  table_->resizeColumnsToContents();
  table_->setColumnHidden(FoundTable::recording, open_.rowCount() < 2);
}

void FoundView::setStatus(const QString& text) {
  status_->setText(text);
}

QString FoundView::status() const {
  return status_->text();
}

void FoundView::choose(int row) {
  table_->setCurrentIndex(sorted_->mapFromSource(found_->index(row, 0)));
}

int FoundView::chosen() const {
  return sorted_->mapToSource(table_->currentIndex()).row();
}

void FoundView::step(int step) {
  if (found_->rowCount() == 0) return;
  const int row = std::clamp(table_->currentIndex().row() + step, 0, found_->rowCount() - 1);
  table_->setCurrentIndex(sorted_->index(row, 0));
}

void FoundView::showPath() {
  job_.forget();
  if (chosen() < 0) return path_->setPaths({});
  job_.add(
      [this, result = found_->result(), found = found_->at(chosen())](const Job::Handle& handle) {
        return shownPathsOf(tools_, *result, found, handle.stop());
      },
      [this](Outcome<std::vector<ShownPath>> outcome) {
        if (!outcome.value) emit failed(outcome.failure.sentence);
        path_->setPaths(std::move(outcome.value).value_or(std::vector<ShownPath>()));
      });
}

void FoundView::makeMenu() {
  const auto add = [this](const QString& text, const QKeySequence& keys, auto act) {
    auto* action = new QAction(text, table_);
    action->setShortcut(keys);
    action->setShortcutContext(Qt::WidgetShortcut);
    connect(action, &QAction::triggered, this, act);
    table_->addAction(action);
    return action;
  };
  add(tr("&Copy"), QKeySequence::Copy, [this] { copy(false); });
  add(tr("Copy the &list"), {}, [this] { copy(true); });
  add(tr("Find &all that are as similar"), {}, [this] { findAllAlike(); });
  add(tr("&Use it as the motif"), {}, [this] { useMatchAsMotif(); });
  table_->setContextMenuPolicy(Qt::ActionsContextMenu);
}

std::vector<int> FoundView::selected() const {
  std::vector<int> shown;
  for (const QModelIndex& index : table_->selectionModel()->selectedRows()) {
    shown.push_back(index.row());
  }
  std::sort(shown.begin(), shown.end());  // in display order
  for (int& row : shown) row = sorted_->mapToSource(sorted_->index(row, 0)).row();
  return shown;
}

void FoundView::copy(bool all) {
  std::vector<int> rows = selected();
  if (all) {
    rows.clear();
    for (int row = 0; row < sorted_->rowCount(); ++row) {
      rows.push_back(sorted_->mapToSource(sorted_->index(row, 0)).row());
    }
  }
  if (!rows.empty()) QGuiApplication::clipboard()->setText(found_->asText(rows));
}

void FoundView::findAllAlike() {
  if (chosen() >= 0) emit allWanted(found_->at(chosen()).match.distance);
}

void FoundView::useMatchAsMotif() {
  if (chosen() >= 0) emit motifWanted(found_->at(chosen()));
}

void FoundView::askWhere(bool marks) {
  if (!found_->result() || !recording_) return;
  const ShownRecording& recording = *recording_;
  PathQuestion question;
  question.title = marks ? tr("Export marks") : tr("Export matches");
  question.remembered = kExportWord;
  question.folder =
      recording.path.isEmpty() ? QDir::homePath() : QFileInfo(recording.path).absolutePath();
  const QString base = QFileInfo(recording.name).completeBaseName();
  question.name =
      marks ? base + QStringLiteral("-marks.edf") : base + QStringLiteral("-matches.csv");
  question.filters = marks ? QStringList{tr("EDF+ annotations (*.edf)"),
                                         tr("WFDB annotations (*.atr)"), tr("CSV tables (*.csv)")}
                           : QStringList{tr("CSV tables (*.csv)"), tr("JSON files (*.json)")};
  askForPath(this, question, [this, marks](const QString& path) { exportTo(path, marks); });
}

void FoundView::exportTo(const QString& path, bool marks) {
  const SignalResultPtr& result = found_->result();
  if (!result) return;
  for (const ShownRecordingPtr& one : open_.all()) {
    if (!one->path.isEmpty() && QFileInfo(one->path) == QFileInfo(path)) {
      return emit failed(tr("%1 is open here and is not overwritten").arg(path));
    }
  }
  QString trouble;
  bool inSamples = false;
  if (marks) {
    inSamples = !(recording_->rate() > 0);
    trouble =
        failureOf([&] {
          tools_.writeMarks(pathOf(path), foundAsMarks(*result, *recording_), recording_->rate());
        }).sentence;
  } else {
    const bool json = path.endsWith(QStringLiteral(".json"), Qt::CaseInsensitive);
    trouble = writeError(path, json ? foundAsJson(*result) : foundAsCsv(*result));
  }
  if (!trouble.isEmpty()) return emit failed(tr("Not exported: %1").arg(trouble));
  rememberPath(kExportWord, path);
  emit exported(inSamples ? tr("Exported to %1, in samples: the sampling rate is unknown").arg(path)
                          : tr("Exported to %1").arg(path));
}

}  // namespace espy::desktop
