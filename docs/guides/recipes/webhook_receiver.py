#!/usr/bin/env python3
"""Receives a session's wakes, checks their signatures and keeps each once. Only Python's own library is needed.

    webhook_receiver.py SECRET_FILE SPOOL_FILE [PORT]

SECRET_FILE holds the webhook's secret (whsec_…). Each wake becomes one line of SPOOL_FILE, which whoever handles wakes
reads: a receiver answers at once and works later. It listens on loopback; put a proxy with TLS in front of it.
"""
import base64
import hashlib
import hmac
import json
import os
import sys
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

TOLERANCE = 300  # seconds; what is older may be a recorded delivery sent again
LARGEST = 64 * 1024


def genuine(secret, headers, body, now):
    """Whether whoever knows the secret sent this just now (Standard Webhooks)."""
    identity, stamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not stamp.isdigit() or abs(now - int(stamp)) > TOLERANCE:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    mac = hmac.new(key, f"{identity}.{stamp}.".encode() + body, hashlib.sha256).digest()
    wanted = "v1," + base64.b64encode(mac).decode()
    return any(hmac.compare_digest(wanted.encode(), one.encode())
               for one in headers.get("webhook-signature", "").split(" "))


class Spool:
    """The wakes taken so far. Numbers count from 1 in each session, so what is not above the last one came before."""

    def __init__(self, path):
        self.file = open(path, "a+", encoding="utf-8")
        self.last = {}
        self.file.seek(0)
        for line in self.file:
            wake = json.loads(line)["data"]
            self.last[wake["session"]] = max(self.last.get(wake["session"], 0), wake["number"])

    def take(self, event):
        wake = event["data"]
        if wake["number"] <= self.last.get(wake["session"], 0):
            return
        self.file.write(json.dumps(event) + "\n")
        self.file.flush()
        os.fsync(self.file.fileno())  # only what is on disk may be answered with 2xx
        self.last[wake["session"]] = wake["number"]


def serve(secret, spool, port):
    class Receiver(BaseHTTPRequestHandler):
        timeout = 10

        def do_POST(self):
            length = self.headers.get("content-length", "")
            if not length.isdigit() or int(length) > LARGEST:
                return self.answer(413)
            body = self.rfile.read(int(length))
            if not genuine(secret, self.headers, body, time.time()):
                return self.answer(401)
            spool.take(json.loads(body))
            return self.answer(204)

        def answer(self, status):
            self.send_response(status)
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_):
            pass  # a path may hold a secret

    server = HTTPServer(("127.0.0.1", port), Receiver)
    print(f"listening on http://127.0.0.1:{server.server_port}/", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as given:
        serve(given.read().strip(), Spool(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 8090)
