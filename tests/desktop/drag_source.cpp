// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
// A drag source like a file manager or a browser: desktop_drag_source [--image FILE] [FILE...].
// Prints "accepted" when the target under the pointer accepts the drag, and finally "dropped" or
// "refused". Keeps running, since the target fetches the data after the drop.
#include <QApplication>
#include <QCommandLineParser>
#include <QDrag>
#include <QFileInfo>
#include <QImage>
#include <QLabel>
#include <QMimeData>
#include <QMouseEvent>
#include <QUrl>
#include <cstdio>
#include <utility>

namespace {

void say(const char* word) {
  std::printf("%s\n", word);
  std::fflush(stdout);
}

class Source : public QLabel {
 public:
  Source(QImage image, QStringList files) : image_(std::move(image)), files_(std::move(files)) {
    setText(QStringLiteral("drag me"));
    setAlignment(Qt::AlignCenter);
    setWindowTitle(QStringLiteral("espy drag source"));
    setMinimumSize(240, 200);
  }

 protected:
  void mouseMoveEvent(QMouseEvent* event) override {
    if ((event->buttons() & Qt::LeftButton) == 0) return;
    auto* carried = new QMimeData;
    if (!image_.isNull()) carried->setImageData(image_);
    QList<QUrl> urls;
    for (const QString& file : files_) {
      urls.push_back(QUrl::fromLocalFile(QFileInfo(file).absoluteFilePath()));
    }
    if (!urls.isEmpty()) carried->setUrls(urls);
    auto* drag = new QDrag(this);
    drag->setMimeData(carried);
    connect(drag, &QDrag::actionChanged, this, [](Qt::DropAction action) {
      if (action == Qt::CopyAction) say("accepted");
    });
    say("dragging");
    say(drag->exec(Qt::CopyAction) == Qt::CopyAction ? "dropped" : "refused");
  }

 private:
  QImage image_;
  QStringList files_;
};

}  // namespace

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  QCommandLineParser parser;
  const QCommandLineOption image(QStringLiteral("image"), QStringLiteral("Pixels."),
                                 QStringLiteral("file"));
  parser.addOption(image);
  parser.addPositionalArgument(QStringLiteral("files"), QStringLiteral("Files."));
  parser.process(application);
  QImage pixels;
  if (parser.isSet(image) && !pixels.load(parser.value(image))) return 2;
  Source source(pixels, parser.positionalArguments());
  source.show();
  return QApplication::exec();
}
