"""Client of a self-hosted trading service for prediction markets."""

from . import models
from ._stream_state import Gap, Message
from ._version import __version__
from .client import AsyncTradingClient, TradingClient
from .errors import (
    AuthenticationError,
    ConflictError,
    Fault,
    InvalidRequestError,
    InvalidSignatureError,
    LostAnswerError,
    NotFoundError,
    OrderNotEndedError,
    PermissionDeniedError,
    RateLimitedError,
    RefusedError,
    SettingsError,
    StreamEndedError,
    TradingError,
    UnavailableError,
    UnexpectedReplyError,
    VersionError,
)
from .frames import to_frame
from .stream import AsyncStream, Stream
from .webhooks import Webhook

__all__ = [
    "AsyncStream",
    "AsyncTradingClient",
    "AuthenticationError",
    "ConflictError",
    "Fault",
    "Gap",
    "InvalidRequestError",
    "InvalidSignatureError",
    "LostAnswerError",
    "Message",
    "NotFoundError",
    "OrderNotEndedError",
    "PermissionDeniedError",
    "RateLimitedError",
    "RefusedError",
    "SettingsError",
    "Stream",
    "StreamEndedError",
    "TradingClient",
    "TradingError",
    "UnavailableError",
    "UnexpectedReplyError",
    "VersionError",
    "Webhook",
    "__version__",
    "models",
    "to_frame",
]
