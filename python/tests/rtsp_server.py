# SPDX-FileCopyrightText: Espy developers
# SPDX-License-Identifier: Apache-2.0
"""An RTSP camera on this machine: JPEG pictures (RFC 2435) in the connection itself (RFC 2326)."""

import socketserver
import struct
import threading
import time

#: Payload of a packet in bytes.
MOST = 1200
#: Ticks of RTP's clock for video per second.
CLOCK = 90000


def parts_of(jpeg):
    """Width, height, RTP's type, the quantisation tables and the coded samples of a JPEG picture
    with the usual Huffman tables, 4:2:0 or 4:2:2."""
    tables, size, kind, at = b"", (0, 0), 1, 2
    while True:
        marker, length = struct.unpack(">HH", jpeg[at : at + 4])
        body = jpeg[at + 4 : at + 2 + length]
        if marker == 0xFFDB:
            for start in range(0, len(body), 65):
                assert body[start] < 16  # 8 bits
                tables += body[start + 1 : start + 65]
        elif marker == 0xFFC0:
            height, width = struct.unpack(">HH", body[1:5])
            size = (width, height)
            kind = {0x21: 0, 0x22: 1}[body[7]]
        at += 2 + length
        if marker == 0xFFDA:
            return size, kind, tables, jpeg[at:-2]


class RtspServer:
    """Serves ``jpeg(n)``, n = 0, 1, ..., at ``rate`` frames per second; ``frames``: then it ends."""

    def __init__(self, jpeg, rate=25, frames=None):
        self.jpeg, self.rate, self.frames = jpeg, rate, frames
        self.stop = threading.Event()
        server = self

        class Handler(socketserver.StreamRequestHandler):
            def handle(self):
                try:
                    server.converse(self.rfile, self.wfile)
                except OSError:
                    pass  # the client is gone

        socketserver.ThreadingTCPServer.allow_reuse_address = True
        self.tcp = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
        self.tcp.daemon_threads = True
        self.address = f"rtsp://127.0.0.1:{self.tcp.server_address[1]}/stream"
        self.thread = threading.Thread(target=self.tcp.serve_forever, args=(0.05,))
        self.thread.start()

    def close(self):
        self.stop.set()
        self.tcp.shutdown()
        self.thread.join()
        self.tcp.server_close()

    def converse(self, reading, writing):
        while not self.stop.is_set():
            lines = []
            while (line := reading.readline().decode().strip()) or not lines:
                if not line:
                    return
                lines.append(line)
            method = lines[0].split()[0]
            heads = dict(line.split(": ", 1) for line in lines[1:])
            answer = [f"CSeq: {heads['CSeq']}", "Session: 1"]
            body = ""
            if method == "OPTIONS":
                answer.append("Public: OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN")
            elif method == "DESCRIBE":
                body = (
                    "v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=camera\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\n"
                    f"m=video 0 RTP/AVP 26\r\na=control:track1\r\na=framerate:{self.rate}\r\n"
                )
                answer += [f"Content-Base: {self.address}/", "Content-Type: application/sdp"]
            elif method == "SETUP":
                answer.append(f"Transport: {heads['Transport']}")
            answer.append(f"Content-Length: {len(body)}")
            text = "\r\n".join(["RTSP/1.0 200 OK", *answer, "", body])
            writing.write(text.encode())
            writing.flush()
            if method == "TEARDOWN":
                return
            if method == "PLAY":
                self.play(writing)
                return

    def play(self, writing):
        start = time.monotonic()
        packet = number = 0
        while not self.stop.is_set() and number != self.frames:
            size, kind, tables, samples = parts_of(self.jpeg(number))
            head = struct.pack(">BBBB", kind, 255, size[0] // 8, size[1] // 8)
            for offset in range(0, len(samples), MOST):
                last = offset + MOST >= len(samples)
                rtp = struct.pack(
                    ">BBHII", 0x80, 26 | last << 7, packet & 0xFFFF, number * CLOCK // self.rate, 1
                )
                payload = struct.pack(">I", offset) + head
                if offset == 0:
                    payload += struct.pack(">BBH", 0, 0, len(tables)) + tables
                payload += samples[offset : offset + MOST]
                writing.write(struct.pack(">BBH", 0x24, 0, len(rtp) + len(payload)) + rtp + payload)
                packet += 1
            writing.flush()
            number += 1
            self.stop.wait(max(0, start + number / self.rate - time.monotonic()))
