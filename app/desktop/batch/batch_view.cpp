// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "batch/batch_view.h"

#include <QComboBox>
#include <QDesktopServices>
#include <QDir>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QLocale>
#include <QMimeData>
#include <QUrl>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <utility>

#include "model/paths.h"
#include "widgets/ask_path.h"
#include "widgets/flow_layout.h"
#include "widgets/page_switch.h"
#include "widgets/spacing.h"

namespace espy::desktop {
namespace {

constexpr int kSteps = 1000;  ///< of the progress bar
const QString kImagesWord = QStringLiteral("batch-images");

QStringList localFiles(const QMimeData& data) {
  QStringList files;
  for (const QUrl& url : data.urls()) {
    if (url.isLocalFile()) files.append(url.toLocalFile());
  }
  return files;
}

/// Never offers a move: the dropped files must stay where they are.
void takeAsCopy(QDropEvent& event) {
  event.setDropAction(Qt::CopyAction);
  event.accept();
}

QString inWords(double seconds) {
  constexpr int kMinute = 60;
  const int whole = static_cast<int>(std::ceil(seconds));
  if (whole < kMinute) return BatchView::tr("about %1 s left").arg(whole);
  const int minutes = (whole + kMinute / 2) / kMinute;
  return BatchView::tr("about %1 min left").arg(minutes);
}

QPushButton* makeButton(const QString& text, const QString& tip) {
  auto* button = new QPushButton(text);
  button->setAccessibleName(QString(text).remove(QStringLiteral("...")));
  button->setToolTip(tip);
  button->setAutoDefault(false);
  return button;
}

}  // namespace

BatchView::BatchView(const Registry& registry, QWidget* parent)
    : BatchView(makeBatchRunner(registry), parent) {
  exports_->setRegistry(registry);
}

BatchView::BatchView(std::unique_ptr<BatchRunner> runner, QWidget* parent)
    : QWidget(parent),
      queue_(new BatchQueue(this)),
      run_(new BatchRun(std::move(runner), this)),
      scan_(new FolderScan(this)),
      found_(new MatchList(this)),
      table_(new BatchTable(*queue_)),
      sheet_(new ContactSheet(*found_, nullptr)),
      pages_(new QStackedWidget),
      exports_(new ExportMenu(*found_, this)),
      form_(new BatchForm),
      message_(new StatusLabel) {
  setWindowTitle(tr("Batch"));
  setAcceptDrops(true);
  message_->setAccessibleName(tr("State of the batch"));
  // Side by side: a dock below the picture is wide and low.
  auto* images = new QVBoxLayout;
  images->addLayout(makeImageButtons());
  images->addLayout(makeFilters());
  images->addWidget(pages_, 1);
  auto* order = new QVBoxLayout;
  order->addWidget(form_);
  order->addLayout(makeRunLine());
  order->addWidget(message_);
  order->addStretch(1);
  auto* row = new QHBoxLayout(this);
  row->addLayout(images, 3);
  row->addSpacing(kGap);
  row->addLayout(order, 2);
  connectParts();
  connectSheet();
  refresh();
}

QLayout* BatchView::makeImageButtons() {
  addFiles_ = makeButton(tr("Add files..."), tr("Adds pictures to the list"));
  addFolder_ = makeButton(tr("Add a folder..."), tr("Adds all pictures of a folder to the list"));
  remove_ = makeButton(tr("Remove"), tr("Removes the selected pictures from the list"));
  recursive_ = new QCheckBox(tr("Include subfolders"));
  recursive_->setToolTip(tr("Also adds the pictures in subfolders"));
  connect(addFiles_, &QPushButton::clicked, this, &BatchView::chooseFiles);
  connect(addFolder_, &QPushButton::clicked, this, &BatchView::chooseFolder);
  connect(remove_, &QPushButton::clicked, this, &BatchView::removeSelected);
  auto* row = new FlowLayout;
  row->addWidget(addFiles_);
  row->addWidget(addFolder_);
  row->addWidget(recursive_);
  row->addWidget(remove_);
  return row;
}

QWidget* BatchView::makeStateBox() {
  auto* state = new QComboBox;
  state->setAccessibleName(tr("Which pictures are listed"));
  state->setToolTip(tr("Lists only pictures in this state"));
  state->addItem(tr("All states"));
  for (const BatchState each : {BatchState::queued, BatchState::running, BatchState::done,
                                BatchState::failed, BatchState::cancelled}) {
    state->addItem(BatchQueue::nameOf(each), static_cast<int>(each));
  }
  connect(state, &QComboBox::currentIndexChanged, this, [this, state] {
    const QVariant chosen = state->currentData();
    table_->rows().setState(
        chosen.isValid() ? std::optional(static_cast<BatchState>(chosen.toInt())) : std::nullopt);
  });
  return state;
}

QLayout* BatchView::makeFilters() {
  auto* text = new QLineEdit;
  text->setAccessibleName(tr("Filter pictures"));
  text->setPlaceholderText(tr("Filter by name or reason"));
  text->setClearButtonEnabled(true);
  connect(text, &QLineEdit::textChanged, &table_->rows(), &BatchRows::setText);
  listed_ = new QLabel;
  listed_->setAccessibleName(tr("How many pictures are listed"));
  filters_ = new QWidget;
  auto* filters = new QHBoxLayout(filters_);
  filters->setContentsMargins({});
  filters->addWidget(text, 1);
  filters->addWidget(makeStateBox());
  exportSheet_ = makeButton(tr("Export the sheet..."), tr("Writes the sheet as one picture"));
  connect(exportSheet_, &QPushButton::clicked, this, [this] { exports_->ask(ExportKind::sheet); });
  auto* pages = new PageSwitch(pages_);
  pages->add(table_, tr("Table"), tr("Lists the pictures"));
  pages->add(sheet_, tr("Sheet"), tr("Shows the matches of all pictures, best first"));
  auto* row = new QHBoxLayout;
  row->addWidget(filters_, 1);
  row->addWidget(exportSheet_);
  row->addWidget(listed_);
  row->addStretch();  // keeps the switch in its place
  row->addWidget(pages);
  return row;
}

void BatchView::showListed() {
  const QLocale locale;
  const int listed = table_->rows().rowCount();
  const int all = queue_->size();
  if (pages_->currentWidget() == sheet_) return listed_->setText(found_->countText());
  if (all == 0) return listed_->clear();
  if (listed == all) {
    listed_->setText(all == 1 ? tr("1 picture") : tr("%1 pictures").arg(locale.toString(all)));
  } else {
    listed_->setText(tr("%1 of %2 pictures").arg(locale.toString(listed), locale.toString(all)));
  }
}

QLayout* BatchView::makeRunLine() {
  progress_ = new QProgressBar;
  progress_->setAccessibleName(tr("Progress of the batch"));
  progress_->setRange(0, kSteps);
  progress_->setValue(0);
  timeLeft_ = new QLabel;
  timeLeft_->setAccessibleName(tr("Time left"));
  start_ = makeButton(tr("Start"), {});
  retry_ = makeButton(tr("Retry"), tr("Searches again what failed or was cancelled"));
  openFolder_ = makeButton(tr("Open the folder"), tr("Shows the output folder"));
  retry_->hide();
  openFolder_->hide();
  obstacle_ = new QLabel;
  obstacle_->setAccessibleName(tr("Why the batch cannot start"));
  obstacle_->setTextFormat(Qt::PlainText);
  obstacle_->setWordWrap(true);
  connect(retry_, &QPushButton::clicked, this, &BatchView::retry);
  connect(openFolder_, &QPushButton::clicked, this, &BatchView::openFolder);
  cancel_ = makeButton(tr("Cancel"), tr("Stops the batch; finished pictures are kept"));
  connect(start_, &QPushButton::clicked, this, &BatchView::start);
  connect(cancel_, &QPushButton::clicked, this, &BatchView::cancel);
  auto* bar = new QHBoxLayout;
  bar->addWidget(progress_, 1);
  bar->addWidget(timeLeft_);
  auto* buttons = new FlowLayout;
  buttons->addWidget(start_);
  buttons->addWidget(cancel_);
  buttons->addWidget(retry_);
  buttons->addWidget(openFolder_);
  auto* lines = new QVBoxLayout;
  lines->addLayout(bar);
  lines->addLayout(buttons);
  lines->addWidget(obstacle_);
  return lines;
}

void BatchView::connectParts() {
  connect(scan_, &FolderScan::found, this, [this](const QStringList& files) {
    if (run_->running()) {
      say(tr("A batch is running: no pictures were added"), StatusLabel::Tone::trouble);
      return;
    }
    if (files.isEmpty()) {
      say(tr("There is no picture in this folder"), StatusLabel::Tone::trouble);
      return;
    }
    queue_->add(files);
    form_->suggestFolder(queue_->image(0));
  });
  connect(table_, &BatchTable::openPressed, this, &BatchView::open);
  connect(table_, &BatchTable::removePressed, this, &BatchView::removeSelected);
  connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this,
          &BatchView::refresh);
  connect(table_, &BatchTable::unreadable, this, &BatchView::sayUnreadable);
  const auto relist = [this] {
    retryable_ = false;
    outdated_ = true;
    showFound();
    refresh();
  };
  connect(queue_, &QAbstractItemModel::rowsInserted, this, relist);
  connect(queue_, &QAbstractItemModel::modelReset, this, relist);
  for (const auto listedChanged :
       {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved}) {
    connect(&table_->rows(), listedChanged, this, &BatchView::showListed);
  }
  connect(&table_->rows(), &QAbstractItemModel::modelReset, this, &BatchView::showListed);
  // On `begun`, not when the user starts: a refused start must keep the images' states.
  connect(run_, &BatchRun::begun, queue_, &BatchQueue::restart);
  connect(run_, &BatchRun::begun, this, [this] {
    retryable_ = true;
    searched_ = starting_;
    found_->setResult(nullptr);
  });
  connect(run_, &BatchRun::changed, this, [this](int image, const ImageFate& fate) {
    queue_->setFate(image, fate);
    outdated_ = true;
    if (fate.state == BatchState::running) table_->showImage(image);
  });
  connect(run_, &BatchRun::progressed, this, &BatchView::showProgress);
  connect(run_, &BatchRun::refused, this, [this](const QString& sentence) {
    progress_->setValue(0);
    retryable_ = false;
    say(sentence, StatusLabel::Tone::trouble);
    refresh();
    emit ended();
  });
  connect(run_, &BatchRun::ended, this, &BatchView::finish);
}

void BatchView::connectSheet() {
  sheet_->setMessage(tr("The matches of all pictures are shown here"));
  const auto showPage = [this] {
    const bool sheet = pages_->currentWidget() == sheet_;
    filters_->setVisible(!sheet);
    exportSheet_->setVisible(sheet);
    showFound();
    showListed();
  };
  connect(pages_, &QStackedWidget::currentChanged, this, showPage);
  showPage();
  connect(found_, &MatchList::shownChanged, this, &BatchView::showListed);
  connect(found_, &MatchList::shownChanged, this, &BatchView::refresh);
  connect(sheet_, &ContactSheet::zoomPressed, this, &BatchView::openMatch);
  connect(exports_, &ExportMenu::started, this, &BatchView::refresh);
  connect(exports_, &ExportMenu::progressed, this, [this](double part) { showProgress(part, -1); });
  connect(exports_, &ExportMenu::said, this, [this](const QString& sentence, bool trouble) {
    say(sentence, trouble ? StatusLabel::Tone::trouble : StatusLabel::Tone::plain);
  });
  connect(exports_, &ExportMenu::ended, this, &BatchView::refresh);
}

void BatchView::showFound() {
  if (!outdated_ || pages_->currentWidget() != sheet_) return;
  outdated_ = false;
  const bool some = queue_->count(BatchState::done) > 0;
  found_->setResult(some ? queue_->found(searched_.needles, searched_.settings) : nullptr);
  sheet_->setMessage(some ? tr("Nothing was found")
                          : tr("The matches of all pictures are shown here"));
}

/// Before a run, pictures that cannot be read are named. Later their rows have the reason.
void BatchView::sayUnreadable(const QString& sentence) {
  if (run_->running() || queue_->count(BatchState::queued) < queue_->size()) return;
  constexpr int kNamed = 5;
  if (unreadable_.contains(sentence)) return;  // its thumbnail was wanted again
  unreadable_ += sentence;
  QStringList lines = unreadable_.mid(0, kNamed);
  if (const auto more = static_cast<int>(unreadable_.size()) - kNamed; more > 0) {
    lines += tr("%n more cannot be read", nullptr, more);
  }
  say(lines.join(QLatin1Char('\n')), StatusLabel::Tone::trouble);
}

void BatchView::setNeedles(std::vector<NeedleItem> needles) {
  search_.needles = std::move(needles);
  form_->setNeedles(search_.needles);
  refresh();
}

void BatchView::setSettings(const SearchSettings& search, const MarkSettings& marks) {
  search_.settings = search;
  form_->setSettings(search, marks);
}

void BatchView::setImages(const QStringList& paths) {
  if (!run_->running()) {
    scan_->forget();
    queue_->clear();
  }
  addImages(paths);
}

void BatchView::addImages(const QStringList& paths) {
  if (run_->running())
    return say(tr("A batch is running: no pictures were added"), StatusLabel::Tone::trouble);
  if (paths.isEmpty()) return;
  say({});
  unreadable_.clear();
  scan_->start(paths, recursive_->isChecked());
}

void BatchView::chooseFiles() {
  askForFiles(
      this, tr("Add files"), kImagesWord,
      {tr("Pictures (%1)").arg(pictureFilters().join(QLatin1Char(' '))), tr("All files (*)")},
      [this](const QStringList& files) { addImages(files); });
}

void BatchView::chooseFolder() {
  PathQuestion question;
  question.title = tr("Add a folder");
  question.remembered = kImagesWord;
  question.folder = QDir::homePath();
  askForPath(this, question, [this, word = question.remembered](const QString& folder) {
    rememberFolder(word, folder);
    addImages({folder});
  });
}

void BatchView::removeSelected() {
  if (run_->running()) return;
  const std::vector<int> images = table_->selectedImages();
  if (!images.empty()) queue_->remove(images);
}

void BatchView::open(const QModelIndex& index) {
  if (!index.isValid()) return;
  const int image = table_->rows().mapToSource(index).row();
  const ImageFate& fate = queue_->fate(image);
  if (fate.state != BatchState::done) return;
  emit openWanted(queue_->image(image), fate.output);
}

void BatchView::openMatch(std::uint32_t match) {
  const SearchResult& result = *found_->result();
  const Match& of = result.finding.matches[match];
  emit matchWanted(
      {result.pictures->fileOf(match), result.needles[of.needle].id, of, result.settings});
}

void BatchView::start() {
  if (run_->running()) return;
  if (const QString complaint = form_->complaint(); !complaint.isEmpty()) {
    return say(complaint, StatusLabel::Tone::trouble);
  }
  BatchRun::Order order{form_->job(), search_.needles, search_.settings.threads};
  for (const QString& file : queue_->files()) {
    order.job.images.push_back(pathOf(file));
  }
  starting_ = search_;
  say({});
  showProgress(0, -1);
  run_->start(std::move(order));
  refresh();
}

void BatchView::retry() {
  if (run_->running()) return;
  say({});
  showProgress(0, -1);
  run_->retry();
  refresh();
}

void BatchView::openFolder() {
  QDesktopServices::openUrl(QUrl::fromLocalFile(outputFolder_));
}

QString BatchView::obstacle() const {
  if (queue_->size() == 0) return tr("Add pictures to start: drop files or folders.");
  if (search_.needles.empty()) {
    return tr("There is no needle yet: in the picture, drag a rectangle over what to find.");
  }
  if (search_.needles.size() > 1 && std::ranges::any_of(search_.needles, &NeedleItem::isIndex)) {
    return tr("A batch searches for one index, or for needles: switch the others off.");
  }
  return {};
}

void BatchView::cancel() {
  if (exports_->running()) return exports_->cancel();
  if (!run_->running()) return;
  run_->cancel();
  cancel_->setEnabled(false);
}

void BatchView::showProgress(double part, double secondsLeft) {
  progress_->setValue(static_cast<int>(part * kSteps));
  timeLeft_->setText(secondsLeft < 0 ? QString() : inWords(secondsLeft));
}

void BatchView::finish(const QString& trouble) {
  const QLocale locale;
  const int cancelled = queue_->count(BatchState::cancelled);
  const int failed = queue_->count(BatchState::failed);
  QString text = tr("%1 done").arg(locale.toString(queue_->count(BatchState::done)));
  if (failed > 0) text += tr(", %1 failed").arg(locale.toString(failed));
  if (cancelled > 0) text += tr(", %1 cancelled").arg(locale.toString(cancelled));
  text += tr("; matches: %1").arg(locale.toString(static_cast<qulonglong>(queue_->matches())));
  if (!trouble.isEmpty()) {
    text += QLatin1Char('\n') + trouble;
  } else if (const QString summary = form_->summaryPath(); !summary.isEmpty()) {
    text += QLatin1Char('\n') + tr("Summary: %1").arg(summary);
  }
  timeLeft_->clear();
  if (cancelled == 0) progress_->setValue(kSteps);
  outputFolder_ = form_->folder();
  openFolder_->setVisible(!outputFolder_.isEmpty() && QFileInfo(outputFolder_).isDir());
  say(text, trouble.isEmpty() ? StatusLabel::Tone::plain : StatusLabel::Tone::trouble);
  showFound();
  refresh();
  emit ended();
}

void BatchView::say(const QString& sentence, StatusLabel::Tone tone) {
  message_->say(sentence, tone);
}

void BatchView::refresh() {
  const bool idle = !run_->running() && !exports_->running();
  exportSheet_->setEnabled(idle && found_->rowCount() > 0);
  for (QWidget* widget :
       std::initializer_list<QWidget*>{addFiles_, addFolder_, recursive_, form_}) {
    widget->setEnabled(idle);
  }
  remove_->setEnabled(idle && table_->selectionModel()->hasSelection());
  const QString obstacle = idle ? this->obstacle() : QString();
  start_->setEnabled(idle && obstacle.isEmpty());
  start_->setToolTip(obstacle.isEmpty() ? tr("Searches all pictures of the list") : obstacle);
  obstacle_->setText(obstacle);
  obstacle_->setVisible(!obstacle.isEmpty());
  const bool again = idle && retryable_ &&
                     queue_->count(BatchState::failed) + queue_->count(BatchState::cancelled) > 0;
  retry_->setVisible(again);
  cancel_->setEnabled(!idle);
}

void BatchView::dragEnterEvent(QDragEnterEvent* event) {
  if (run_->running() || localFiles(*event->mimeData()).isEmpty()) return;
  takeAsCopy(*event);
  table_->setDropHint(true);
}

void BatchView::dragLeaveEvent(QDragLeaveEvent* event) {
  table_->setDropHint(false);
  QWidget::dragLeaveEvent(event);
}

void BatchView::dropEvent(QDropEvent* event) {
  table_->setDropHint(false);
  const QStringList files = localFiles(*event->mimeData());
  if (files.isEmpty()) return;
  takeAsCopy(*event);
  addImages(files);
}

}  // namespace espy::desktop
