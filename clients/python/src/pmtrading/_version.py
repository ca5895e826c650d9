"""Version of this package, and the services that it can change."""

from __future__ import annotations

import re
from typing import Any

from ._call import Answer, Call, Lost, parsed
from .errors import VersionError

__version__ = "1.1.0"

HEALTH: Call[object] = Call("GET", "/v1/health", object)


class VersionGuard:
    """Refuses changes to a service of another major version, or older than this package: the answer may lack fields.

    The version is read once, before the first change. A service that does not answer gets the change.
    """

    def __init__(self) -> None:
        self._is_known = False
        self._refusal: str | None = None

    def has_to_ask(self, call: Call[Any]) -> bool:
        return call.method != "GET" and not self._is_known

    def learn(self, outcome: Answer | Lost | None) -> None:
        """Reads the health of the service."""
        if not isinstance(outcome, Answer) or outcome.status != 200:
            return
        self._is_known = True
        health = parsed(outcome.content)
        # Version 1.0 did not say.
        version = str(health.get("version", "1.0")) if isinstance(health, dict) else "1.0"
        if not _fits(version):
            self._refusal = f"the service is version {version}, this package is version {__version__}: install the package of the service"

    def refuse(self, call: Call[Any]) -> None:
        if call.method != "GET" and self._refusal is not None:
            raise VersionError(f"nothing was sent: {self._refusal}")


def _fits(version: str) -> bool:
    service, own = _numbers(version), _numbers(__version__)
    return service is None or own is None or (service[0] == own[0] and service >= own)


def _numbers(version: str) -> tuple[int, int] | None:
    found = re.match(r"(\d+)\.(\d+)", version)
    return None if found is None else (int(found[1]), int(found[2]))
