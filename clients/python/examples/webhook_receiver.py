"""Registers a webhook, and prints every event whose signature is right. `python webhook_receiver.py`"""

import os
import signal
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from pmtrading import InvalidSignatureError, TradingClient, Webhook
from pmtrading.models import CreateWebhook, OrderFilledEvent

LARGEST = 1_000_000
port = int(os.environ.get("PORT", "8790"))
# A local service can send to a receiver on this machine. A deployment needs a public https address.
url = os.environ.get("RECEIVER_URL", f"http://127.0.0.1:{port}/")


def serve(webhook: Webhook) -> ThreadingHTTPServer:
    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers.get("content-length", "0"))
            try:
                # Verifies the bytes as received.
                event = webhook.verify(self.rfile.read(length) if length <= LARGEST else b"", dict(self.headers))
            except InvalidSignatureError as error:
                self.send_error(400, str(error))
                return
            print(event.type, event.event_id, flush=True)
            if isinstance(event, OrderFilledEvent):
                print(f"{event.data.qty} filled at {event.data.price}", flush=True)
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Logs nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", port), Receiver)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


with TradingClient() as client:
    created = client.create_webhook(CreateWebhook(url=url))
    if created.secret is None:
        raise SystemExit("the secret was shown to an earlier request")
    server = serve(Webhook(created.secret))
    client.send_test_webhook(created.webhook_id)
    stopped = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopped.set())
    stopped.wait()
    client.delete_webhook(created.webhook_id)
    server.shutdown()
