"""Base classes of the generated models."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Any

from pydantic import BaseModel, ConfigDict

SECRETS = frozenset({"api_key", "key", "private_key", "relayer_api_key", "secret"})


class Model(BaseModel):
    """Object of the interface. Fields of a later version of the service are ignored, and secrets are not printed."""

    model_config = ConfigDict(populate_by_name=True)

    def __repr_args__(self) -> Iterable[tuple[str | None, Any]]:
        for name, value in super().__repr_args__():
            yield name, "***" if name in SECRETS and value is not None else value


class OpenEnum(str, Enum):
    """Enumeration that accepts values of a later version of the service. A member equals its text."""

    @classmethod
    def _missing_(cls, value: object) -> OpenEnum | None:
        if not isinstance(value, str):
            return None
        member = str.__new__(cls, value)
        member._name_ = value
        member._value_ = value
        return member

    def __str__(self) -> str:
        return str(self.value)
