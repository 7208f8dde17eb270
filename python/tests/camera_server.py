# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""A camera on the network: JPEG pictures over HTTP (MJPEG), on this machine only."""

import http.server
import threading
import time

import espy


class CameraServer:
    """Serves ``picture(n)``, n = 0, 1, ..., at ``rate`` frames per second.

    /stream goes on; /short ends after 30 frames; /stalls sends 30 and then nothing; /silent answers
    nothing; /text is no video.
    """

    def __init__(self, folder, picture, rate=25):
        self.folder, self.picture, self.rate = folder, picture, rate
        self.stop = threading.Event()
        server = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                try:
                    server.answer(self)
                except OSError:
                    pass  # the client is gone

            def log_message(self, *_):
                pass

        self.http = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.http.daemon_threads = True
        self.address = f"http://127.0.0.1:{self.http.server_port}"
        self.thread = threading.Thread(target=self.http.serve_forever, args=(0.05,))
        self.thread.start()

    def close(self):
        self.stop.set()
        self.http.shutdown()
        self.thread.join()
        self.http.server_close()

    def jpeg(self, number):
        file = self.folder / f"frame{threading.get_ident()}.jpg"
        espy.write(file, self.picture(number))
        return file.read_bytes()

    def answer(self, request):
        if request.path == "/silent":
            self.stop.wait()
            return
        request.send_response(404 if request.path == "/missing" else 200)
        if request.path in ("/text", "/missing"):
            request.end_headers()
            request.wfile.write(b"no video\n" * 1000)
            return
        request.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        request.end_headers()
        start = time.monotonic()
        number = 0
        while not self.stop.is_set():
            if request.path in ("/short", "/stalls") and number >= 30:
                if request.path == "/stalls":
                    self.stop.wait()
                return
            data = self.jpeg(number)
            head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n"
            request.wfile.write(head.encode() + data + b"\r\n")
            request.wfile.flush()
            number += 1
            self.stop.wait(max(0, start + number / self.rate - time.monotonic()))
