"""Tables of pandas, if it is installed: `pip install prediction-market-trading[frames]`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal
from enum import Enum
from typing import TYPE_CHECKING, Any

from ._model import Model

if TYPE_CHECKING:
    from pandas import DataFrame


def to_frame(source: Model | Iterable[Model], *, decimals: bool = False) -> DataFrame:
    """Returns a table with a row for each item of a reply or of a list.

    Prices and quantities become floats, fit for statistics; `decimals=True` keeps them exact. Lists inside groups, as those of
    `list_positions`, become one table with the fields of their groups.
    """
    try:
        from pandas import DataFrame
    except ImportError:
        raise ImportError("to_frame needs pandas: pip install 'prediction-market-trading[frames]'") from None
    items = _rows(source) if isinstance(source, Model) else (row for item in source for row in _rows(item, is_item=True))
    frame: DataFrame = DataFrame([{name: _cell(value, decimals) for name, value in row.items()} for row in items])
    return frame


def _rows(model: Model, is_item: bool = False) -> Iterator[dict[str, Any]]:
    fields = {name: getattr(model, name) for name in type(model).model_fields}
    lists = [name for name, value in fields.items() if isinstance(value, list) and (name in _LISTS or "has_more" in fields)]
    if not lists or (is_item and type(model).__name__ not in _GROUPS):
        yield fields
        return
    shared = {name: value for name, value in fields.items() if name == "subaccount_id"}
    for name in lists:
        for item in fields[name]:
            for row in _rows(item, is_item=True):
                yield {**shared, **row}


_GROUPS = frozenset({"SubaccountFills", "SubaccountPositions"})
_LISTS = frozenset(
    {
        "candlesticks", "changes", "deliveries", "events", "fills", "history", "orders", "positions", "quotes", "redemptions", "results",
        "subaccount_to_fills", "subaccount_to_positions", "trades",
    }
)  # fmt: skip


def _cell(value: Any, decimals: bool) -> Any:
    if isinstance(value, Decimal) and not decimals:
        return float(value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Model):
        return value.model_dump()
    if isinstance(value, list):
        return [_cell(item, decimals) for item in value]
    return value
