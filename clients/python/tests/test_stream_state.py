"""What a stream does when answers of the service are missing."""

from __future__ import annotations

from pmtrading._stream_state import StreamState

READY = '{"op": "ready", "cursor": "7"}'
SUBSCRIBED = '{"op": "subscribed", "channels": ["orders"], "cursor": "7"}'


def test_a_subscription_without_an_answer_is_made_again_on_a_new_connection() -> None:
    state = StreamState("pmt_key", ["orders"], None)
    state.opened()
    assert "subscribe" in state.received(READY).send[0]
    assert state.ping() is None
    state.disconnected()
    state.opened()
    assert "subscribe" in state.received(READY).send[0]
    state.received(SUBSCRIBED)
    assert state.ping() is not None
