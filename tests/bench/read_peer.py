# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""Times cv2.imdecode: read_peer.py RUNS FILE prints OpenCV's version, median and median absolute deviation in ms."""
import statistics
import sys
import time

import cv2
import numpy

runs, path = int(sys.argv[1]), sys.argv[2]
data = numpy.fromfile(path, numpy.uint8)
junk = numpy.zeros(96 << 20, numpy.uint8)
times = []
for _ in range(runs + 1):
    junk += 1  # evicts the picture from the caches
    start = time.perf_counter()
    picture = cv2.imdecode(data, cv2.IMREAD_UNCHANGED)
    times.append((time.perf_counter() - start) * 1e3)
    if picture is None:
        sys.exit("cannot decode " + path)
times = times[1:]  # without the warm-up
median = statistics.median(times)
print(cv2.__version__, median, statistics.median(abs(t - median) for t in times))
