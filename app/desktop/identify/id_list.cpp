// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "identify/id_list.h"

#include <QMetaObject>
#include <utility>

#include "model/translated.h"

namespace espy::desktop {
namespace {

constexpr std::int64_t kPage = 200;

}  // namespace

IdList::IdList(QObject* parent) : QAbstractListModel(parent) {}

void IdList::setLibrary(LibraryPtr library) {
  library_ = std::move(library);
  reload();
}

void IdList::setBeginning(const QString& letters) {
  if (letters == beginning_) return;
  beginning_ = letters;
  reload();
}

void IdList::reload() {
  ++round_;
  fetch(true);
}

int IdList::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(ids_.size());
}

QVariant IdList::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  if (role == Qt::DisplayRole || role == Qt::ToolTipRole) return id(index.row());
  return {};
}

bool IdList::canFetchMore(const QModelIndex& parent) const {
  return !parent.isValid() && !complete_ && !fetching_;
}

void IdList::fetchMore(const QModelIndex& parent) {
  if (canFetchMore(parent)) fetch(false);
}

IdList::Page IdList::pageOf(const SurfaceLibrary& library, const std::string& beginning,
                            const std::string& after) {
  Page page;
  // The library knows what comes behind an id, so the beginning itself is asked for by name.
  if (after.empty() && !beginning.empty() && library.find(beginning)) {
    page.ids.push_back(beginning);
  }
  const std::vector<std::string> next = library.ids(after.empty() ? beginning : after, kPage);
  page.last = static_cast<std::int64_t>(next.size()) < kPage;
  for (const std::string& id : next) {
    if (!id.starts_with(beginning)) {
      page.last = true;
      break;
    }
    page.ids.push_back(id);
  }
  return page;
}

void IdList::fetch(bool first) {
  fetching_ = library_ != nullptr;
  if (!library_) return take({{}, true, {}}, true);
  const std::string after = first ? std::string() : last_;
  lane_.addFirst([this, library = library_, beginning = beginning_.toStdString(), after, first,
                  round = round_](const std::stop_token&) {
    Page page;
    try {
      page = pageOf(*library, beginning, after);
    } catch (const std::exception& error) {
      page = {{}, true, translated(error)};
    }
    QMetaObject::invokeMethod(
        this,
        [this, page = std::move(page), first, round] {
          if (round == round_) take(page, first);
        },
        Qt::QueuedConnection);
  });
}

void IdList::take(const Page& page, bool first) {
  fetching_ = false;
  complete_ = page.last;
  std::vector<QString> names;
  for (const std::string& id : page.ids) names.push_back(QString::fromStdString(id));
  if (!page.ids.empty()) last_ = page.ids.back();
  if (first) {
    beginResetModel();
    ids_ = std::move(names);
    endResetModel();
  } else if (!names.empty()) {
    const int begin = rowCount();
    beginInsertRows({}, begin, begin + static_cast<int>(names.size()) - 1);
    ids_.insert(ids_.end(), names.begin(), names.end());
    endInsertRows();
  }
  emit fetched();
  if (!page.trouble.isEmpty()) emit failed(page.trouble);
}

}  // namespace espy::desktop
