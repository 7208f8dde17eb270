// SPDX-FileCopyrightText: Espy developers
// SPDX-License-Identifier: Apache-2.0
#include "model/job.h"

#include <QElapsedTimer>
#include <QStringList>
#include <QThread>
#include <atomic>
#include <future>
#include <new>
#include <stdexcept>

#include "desktop/window_tests.h"
#include "espy/error.h"

namespace espy::desktop {
namespace {

/// Polls the stop token every millisecond, as engines do; throws `cancelled`.
int untilStopped(const Job::Run& run) {
  const Control control = run.control();
  for (;;) {
    control.check();
    QThread::msleep(1);
  }
}

class JobTest : public QObject {
  Q_OBJECT

 private slots:
  void theResultComesOnTheThreadOfTheJob() {
    Job job;
    QThread* worker = nullptr;
    QThread* receiver = nullptr;
    int result = 0;
    job.start(
        [&](const Job::Run&) {
          worker = QThread::currentThread();
          return 7;
        },
        [&](const Outcome<int>& outcome) {
          receiver = QThread::currentThread();
          result = outcome.value.value_or(-1);
          QVERIFY(!job.running() && outcome.failure.sentence.isEmpty());
        });
    QVERIFY(job.running());
    QTRY_COMPARE_WITH_TIMEOUT(result, 7, kPatience);
    QCOMPARE(receiver, QThread::currentThread());
    QVERIFY(worker != receiver);
  }

  void functionsRunInTheirOrderOnOneThread() {
    Job job;
    std::promise<void> go;
    QStringList order;
    QList<QThread*> threads;
    const auto named = [&](const QString& name) {
      return [&, name](const Job::Run&) {
        threads.append(QThread::currentThread());
        return name;
      };
    };
    const auto note = [&](const Outcome<QString>& outcome) { order += *outcome.value; };
    job.add([&](const Job::Run&) { go.get_future().wait(); }, [](const Failure&) {});
    job.add(named(QStringLiteral("second")), note);
    job.add(named(QStringLiteral("third")), note);
    job.addFirst(named(QStringLiteral("first")), note);
    go.set_value();
    QTRY_VERIFY_WITH_TIMEOUT(!job.running(), kPatience);
    QCOMPARE(order.join(QLatin1Char(' ')), QStringLiteral("first second third"));
    QCOMPARE(threads.count(threads[0]), 3);
  }

  void aNewRunSupersedesTheOthers() {
    Job job;
    QStringList received;
    const auto note = [&](const QString& name) {
      return [&, name](const Outcome<int>& outcome) {
        received += name + QString::number(outcome.value.value_or(-1));
      };
    };
    job.start(untilStopped, note(QStringLiteral("old ")));
    job.add([](const Job::Run&) { return 1; }, note(QStringLiteral("waiting ")));
    job.start([](const Job::Run&) { return 2; }, note(QStringLiteral("new ")));
    QTRY_VERIFY_WITH_TIMEOUT(!job.running(), kPatience);
    QTest::qWait(20);
    QCOMPARE(received, QStringList(QStringLiteral("new 2")));
  }

  /// The outcome is already queued.
  void whatHasEndedIsForgottenToo() {
    Job job;
    bool delivered = false;
    std::atomic<bool> ended = false;
    job.start(
        [&](const Job::Run& run) {
          run.post([&] { delivered = true; });
          run.postLatest([&] { delivered = true; });
          ended = true;
          return 1;
        },
        [&](const Outcome<int>&) { delivered = true; });
    while (!ended || !isIdleBut(job)) QThread::msleep(1);
    job.forget();
    QVERIFY(!job.running());
    QTest::qWait(20);
    QVERIFY(!delivered);
  }

  void cancellingTakesLessThanAFifthOfASecond() {
    Job job;
    std::atomic<bool> begun = false;
    Failure failure;
    job.start(
        [&](const Job::Run& run) {
          begun = true;
          return untilStopped(run);
        },
        [&](const Outcome<int>& outcome) { failure = outcome.failure; });
    QTRY_VERIFY_WITH_TIMEOUT(begun, kPatience);
    QElapsedTimer clock;
    clock.start();
    job.stop();
    QTRY_VERIFY_WITH_TIMEOUT(!job.running(), kPatience);
    qInfo("%lld ms", clock.elapsed());
    QVERIFY(failure.cancelled);
  }

  void whatIsThrownBecomesASentence() {
    Job job;
    QList<Failure> failures;
    const auto note = [&](const Failure& failure) { failures += failure; };
    job.add([](const Job::Run&) { throw Error(ErrorCode::badUse, Message("a.png: no")); }, note);
    job.add([](const Job::Run&) { throw Error(ErrorCode::cancelled, Message("cancelled")); }, note);
    job.add([](const Job::Run&) { throw std::bad_alloc(); }, note);
    job.add([](const Job::Run&) { throw std::runtime_error("odd"); }, note);
    job.add([](const Job::Run&) {}, note);
    QTRY_COMPARE_WITH_TIMEOUT(failures.size(), 5, kPatience);
    QCOMPARE(failures[0].sentence, QStringLiteral("a.png: no"));
    QVERIFY(!failures[0].cancelled && !failures[0].unnamed);
    QVERIFY(failures[1].cancelled);
    QVERIFY(failures[2].outOfMemory && failures[2].unnamed);
    QCOMPARE(failures[2].sentence, QStringLiteral("Not enough memory."));
    QCOMPARE(failures[3].sentence, QStringLiteral("odd"));
    QVERIFY(failures[3].unnamed);
    QVERIFY(failures[4].sentence.isEmpty());
  }

  void theOwnersDeathStopsAndJoins() {
    std::atomic<bool> inside = false;
    bool ran = false;
    {
      Job job;
      job.start(
          [&](const Job::Run& run) {
            inside = true;
            const auto out = qScopeGuard([&] { inside = false; });
            return untilStopped(run);
          },
          [&](const Outcome<int>&) { ran = true; });
      job.add([&](const Job::Run&) { ran = true; }, [&](const Failure&) { ran = true; });
      QTRY_VERIFY_WITH_TIMEOUT(inside, kPatience);
    }
    QVERIFY(!inside);
    QTest::qWait(20);
    QVERIFY(!ran);
  }

  /// A delivered outcome may delete the job's owner.
  void theJobMayEndInItsOwnDelivery() {
    auto job = std::make_unique<Job>();
    bool waited = false;
    job->add([](const Job::Run&) {}, [&](const Failure&) { job.reset(); });
    job->add([](const Job::Run&) {}, [&](const Failure&) { waited = true; });
    QTRY_VERIFY_WITH_TIMEOUT(!job, kPatience);
    QTest::qWait(20);
    QVERIFY(!waited);
  }

  void ofReportsTheLastOneArrivesBeforeTheEnd() {
    Job job;
    job.setPace(std::chrono::hours(1));
    QList<double> parts;
    QList<double> atTheEnd;
    job.start(
        [&](const Job::Run& run) {
          const Control control = run.control(0, [&](double part) { parts += part; });
          for (int i = 0; i <= 100; ++i) control.progress(i / 100.0);
        },
        [&](const Failure&) { atTheEnd = parts; });
    QTRY_VERIFY_WITH_TIMEOUT(!atTheEnd.isEmpty(), kPatience);
    QVERIFY(parts.size() <= 2);
    QCOMPARE(parts.last(), 1.0);
    QCOMPARE(atTheEnd, parts);
  }

  void finishingWaitsForAll() {
    std::atomic<int> done = 0;
    const auto count = [&](const Job::Run&) {
      QThread::msleep(5);
      ++done;
    };
    Job job;
    for (int i = 0; i < 3; ++i) job.add(count, [](const Failure&) {});
    job.finish();
    QCOMPARE(done.load(), 3);
  }

  void whatNeverEndsIsLeftToItself() {
    struct Never {
      std::promise<void> end;
      std::atomic<bool> inside = false;
      std::atomic<bool> ended = false;
    };
    auto never = std::make_shared<Never>();
    {
      DiskJobs jobs;
      Job& first = jobs.idle();
      first.add(
          [never](const Job::Run&) {
            never->inside = true;
            never->end.get_future().wait();
            never->ended = true;
          },
          [](const Failure&) {});
      QTRY_VERIFY_WITH_TIMEOUT(never->inside, kPatience);
      QVERIFY(&jobs.idle() != &first);
    }
    QVERIFY(!never->ended);
    never->end.set_value();
    QTRY_VERIFY_WITH_TIMEOUT(never->ended, kPatience);
  }

  void anIdleWorkerIsCalled() {
    Job job;
    std::atomic<int> idleCalls = 0;
    job.whenIdle(std::chrono::milliseconds(5), [&] { ++idleCalls; });
    job.add([](const Job::Run&) {}, [](const Failure&) {});
    QTRY_COMPARE_WITH_TIMEOUT(idleCalls.load(), 1, kPatience);
    QTest::qWait(30);
    QCOMPARE(idleCalls.load(), 1);
  }

 private:
  /// Waits until the worker is idle while the outcome is undelivered.
  static bool isIdleBut(const Job& job) {
    QThread::msleep(5);
    return job.running();
  }
};

}  // namespace

ESPY_WINDOW_TEST(job, JobTest);

}  // namespace espy::desktop
#include "job_test.moc"
