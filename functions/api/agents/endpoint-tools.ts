/** Written by `npm run openapi` from the declarations of the endpoints. */

import type { EndpointTool } from '#contract/agents/endpoint-tool.ts'

export const SERVICE_VERSION = '1.1.0'

export const ENDPOINT_TOOLS: readonly EndpointTool[] = [
 {
  "name": "search_markets",
  "title": "Search and browse markets",
  "description": "Search and browse markets. Exact matches on ticker, condition_id, slug and svc_id come first, whatever their status. Then come markets whose ticker or event ticker begins with `q`, and then markets with all words of `q`. If nothing is found, words of five letters or more may have one typo; `corrected_query` is the text that was searched instead. Without `q` the most traded markets come first; `sort` orders all results in another way. An answer has at most 5 MB: beyond that, descriptions are shortened. `as_of` is the time of the catalogue, which is refreshed hourly while the service is unused.",
  "method": "GET",
  "path": "/v1/markets/search",
  "scope": "read",
  "preview": null,
  "inputSchema": {
   "type": "object",
   "properties": {
    "q": {
     "description": "Words of name, description or tags; an exact ticker, condition_id, slug or svc_id; or the beginning of a ticker, of a market or its event",
     "type": "string",
     "minLength": 1,
     "maxLength": 1000
    },
    "exchange_name": {
     "description": "EXCHANGE_A is Kalshi, EXCHANGE_B is Polymarket",
     "type": "string",
     "enum": [
      "EXCHANGE_A",
      "EXCHANGE_B"
     ]
    },
    "category": {
     "description": "Subject",
     "type": "string",
     "enum": [
      "Sports",
      "Crypto",
      "Politics",
      "Finance",
      "Entertainment",
      "Science & Tech",
      "Weather",
      "World Affairs",
      "Health",
      "Social",
      "Other"
     ]
    },
    "status": {
     "description": "Status of the market; null if it is not in the catalogue",
     "type": "string",
     "enum": [
      "active",
      "closed",
      "inactive"
     ]
    },
    "expiration_date_start": {
     "description": "Ends at this time or later",
     "type": "string",
     "format": "date-time"
    },
    "expiration_date_end": {
     "description": "Ends before this time",
     "type": "string",
     "format": "date-time"
    },
    "svc_ids": {
     "description": "Only these markets",
     "type": "array",
     "items": {
      "type": "integer",
      "format": "int64",
      "minimum": 0
     },
     "maxItems": 200
    },
    "sort": {
     "description": "Order of all results: `volume` of 24 hours, `ends_soon`, or `new` (markets of the newest events). Default: best matches, without `q` the most traded",
     "type": "string",
     "enum": [
      "volume",
      "ends_soon",
      "new"
     ]
    },
    "limit": {
     "description": "Maximum number of results",
     "type": "integer",
     "minimum": 1,
     "maximum": 1000,
     "default": 20
    },
    "offset": {
     "description": "Number of results to skip",
     "type": "integer",
     "minimum": 0,
     "default": 0
    }
   },
   "additionalProperties": false
  }
 },
 {
  "name": "get_market",
  "title": "Get one market",
  "description": "Get one market.",
  "method": "GET",
  "path": "/v1/markets/{svc_id}",
  "scope": "read",
  "preview": null,
  "inputSchema": {
   "type": "object",
   "properties": {
    "svc_id": {
     "description": "Instrument",
     "type": "integer",
     "format": "int64",
     "minimum": 0
    }
   },
   "required": [
    "svc_id"
   ],
   "additionalProperties": false
  }
 },
 {
  "name": "list_events",
  "title": "Search and browse events",
  "description": "Search and browse events. An event is one occurrence with one or several markets. With `q`, the best matches come first: ticker, then name or tags of a market, then description. Else the most traded come first.",
  "method": "GET",
  "path": "/v1/events",
  "scope": "read",
  "preview": null,
  "inputSchema": {
   "type": "object",
   "properties": {
    "q": {
     "description": "Words of its markets, as in the search of markets; or the beginning of its ticker at the exchange",
     "type": "string",
     "minLength": 1,
     "maxLength": 1000
    },
    "exchange_name": {
     "description": "EXCHANGE_A is Kalshi, EXCHANGE_B is Polymarket",
     "type": "string",
     "enum": [
      "EXCHANGE_A",
      "EXCHANGE_B"
     ]
    },
    "category": {
     "description": "Subject",
     "type": "string",
     "enum": [
      "Sports",
      "Crypto",
      "Politics",
      "Finance",
      "Entertainment",
      "Science & Tech",
      "Weather",
      "World Affairs",
      "Health",
      "Social",
      "Other"
     ]
    },
    "status": {
     "description": "Status of the market; null if it is not in the catalogue",
     "type": "string",
     "enum": [
      "active",
      "closed",
      "inactive"
     ]
    },
    "limit": {
     "description": "Maximum number of results",
     "type": "integer",
     "minimum": 1,
     "maximum": 1000,
     "default": 20
    },
    "offset": {
     "description": "Number of results to skip",
     "type": "integer",
     "minimum": 0,
     "default": 0
    }
   },
   "additionalProperties": false
  }
 },
 {
  "name": "get_event",
  "title": "Get one event with its markets",
  "description": "Get one event with its markets. The markets are those of the catalogue, whatever their status, the most traded ones first. Closed markets leave the catalogue three days after their close. An answer has at most 5 MB: beyond that, descriptions are shortened and end with `…`.",
  "method": "GET",
  "path": "/v1/events/{event_id}",
  "scope": "read",
  "preview": null,
  "inputSchema": {
   "type": "object",
   "properties": {
    "event_id": {
     "description": "Event, such as `EXCHANGE_A:KXSENATEOH-26`",
     "type": "string",
     "minLength": 1,
     "maxLength": 300
    }
   },
   "required": [
    "event_id"
   ],
   "additionalProperties": false
  }
 },
 {
  "name": "get_quotes",
  "title": "Get the best prices of many markets",
  "description": "Get the best prices of many markets. Best bid and ask with their sizes, and the last price, in YES prices, live from the exchanges and at most a second old. There is one row for each instrument, each once, in the order asked for. A market without a quote has nulls and a `message`: it is unknown, closed, or its exchange does not answer within three seconds. `as_of` is the exchange’s own time where it gives one.",
  "method": "GET",
  "path": "/v1/quotes",
  "scope": "read",
  "preview": null,
  "inputSchema": {
   "type": "object",
   "properties": {
    "svc_ids": {
     "description": "Instruments, 1 to 100; a repeated one counts once",
     "type": "array",
     "items": {
      "type": "integer",
      "format": "int64",
      "minimum": 0
     },
     "maxItems": 100
    }
   },
   "required": [
    "svc_ids"
   ],
   "additionalProperties": false
  }
 },
 {
  "name": "get_order_book",
  "title": "Get the orderbook of a market",
  "description": "Get the orderbook of a market. The book is live from the exchange, at most a second old. Prices are YES prices. Bids descend and asks ascend, with the total size at each price. The best price of an empty side is null.",
  "method": "GET",
  "path": "/v1/orderbooks/{svc_id}",
  "scope": "read",
  "preview": null,
  "inputSchema": {
   "type": "object",
   "properties": {
    "svc_id": {
     "description": "Instrument",
     "type": "integer",
     "format": "int64",
     "minimum": 0
    },
    "levels": {
     "description": "Price levels per side",
     "type": "integer",
     "minimum": 1,
     "maximum": 10,
     "default": 10
    }
   },
   "required": [
    "svc_id"
   ],
   "additionalProperties": false
  }
 },
 {
  "name": "get_prices",
  "title": "Get the price series of a market",
  "description": "Get the price series of a market. The series is candlesticks or a history of prices, back from now over `interval` (`1m` is one month). EXCHANGE_A has real candles with volume: of a minute for 1d, an hour for 1w and 1m, a day for max. EXCHANGE_B has a history of prices every `fidelity` minutes. Its candles have one price and no volume. Periods without data are left out.",
  "method": "GET",
  "path": "/v1/prices/{svc_id}",
  "scope": "read",
  "preview": null,
  "inputSchema": {
   "type": "object",
   "properties": {
    "svc_id": {
     "description": "Instrument",
     "type": "integer",
     "format": "int64",
     "minimum": 0
    },
    "type": {
     "description": "Form of the series",
     "type": "string",
     "enum": [
      "candlesticks",
      "history"
     ],
     "default": "candlesticks"
    },
    "interval": {
     "description": "How far back from now; `1m` is one month",
     "type": "string",
     "enum": [
      "1d",
      "1w",
      "1m",
      "max"
     ],
     "default": "1d"
    },
    "fidelity": {
     "description": "Minutes between prices of EXCHANGE_B",
     "type": "integer",
     "minimum": 1,
     "maximum": 60,
     "default": 60
    }
   },
   "required": [
    "svc_id"
   ],
   "additionalProperties": false
  }
 },
 {
  "name": "list_subaccounts",
  "title": "List your subaccounts",
  "description": "List your subaccounts.",
  "method": "GET",
  "path": "/v1/subaccounts",
  "scope": "read",
  "preview": null,
  "inputSchema": {
   "type": "object",
   "properties": {},
   "additionalProperties": false
  }
 },
 {
  "name": "list_positions",
  "title": "Show the positions of each subaccount",
  "description": "Show the positions of each subaccount. The list has every market that a subaccount has traded, here or elsewhere, as stored at `as_of`. The answer never waits for an exchange. If the exchange was asked more than 15 s ago, it is asked again, and the next answers show what it says. Positions in closed markets need `include_closed`. `limit` and `offset` count the positions of all subaccounts as one sequence. Without `limit` the answer has all that it can hold. Once a market has paid, its position is 0, and its payout is realized.",
  "method": "GET",
  "path": "/v1/positions",
  "scope": "read",
  "preview": null,
  "inputSchema": {
   "type": "object",
   "properties": {
    "subaccount_id": {
     "description": "Subaccount",
     "type": "string",
     "format": "uuid"
    },
    "svc_id": {
     "description": "Only the position in this instrument",
     "type": "integer",
     "format": "int64",
     "minimum": 0
    },
    "include_closed": {
     "description": "true also shows positions in closed markets",
     "type": "boolean",
     "default": false
    },
    "limit": {
     "description": "How many positions at most; all of them if absent",
     "type": "integer",
     "minimum": 1,
     "maximum": 1000
    },
    "offset": {
     "description": "Number of results to skip",
     "type": "integer",
     "minimum": 0,
     "default": 0
    }
   },
   "additionalProperties": false
  }
 },
 {
  "name": "list_balances",
  "title": "Show the cash at each exchange",
  "description": "Show the cash at each exchange. This endpoint asks every exchange for which a subaccount has credentials. Cash of EXCHANGE_A may be 5 s old. For an exchange that does not answer within eight seconds, `balance` is null and `error` has the reason; other exchanges are still shown. EXCHANGE_A keeps money in shards, and an order can only use the shard of its market.",
  "method": "GET",
  "path": "/v1/balances",
  "scope": "read",
  "preview": null,
  "inputSchema": {
   "type": "object",
   "properties": {
    "subaccount_id": {
     "description": "Subaccount",
     "type": "string",
     "format": "uuid"
    }
   },
   "additionalProperties": false
  }
 },
 {
  "name": "list_fills",
  "title": "List the fills of each subaccount",
  "description": "List the fills of each subaccount. The list has all trades of the accounts, including trades made elsewhere, which have `svc_order_id` null. `limit` and `offset` count the fills of all subaccounts as one sequence, newest first by the exchange’s time and then by id. The answer never waits for an exchange: it has all trades up to `as_of`, which is null while earlier trades are being read. If the exchange was asked more than 15 s ago, it is asked again for the next answers.",
  "method": "GET",
  "path": "/v1/fills",
  "scope": "read",
  "preview": null,
  "inputSchema": {
   "type": "object",
   "properties": {
    "subaccount_id": {
     "description": "Subaccount",
     "type": "string",
     "format": "uuid"
    },
    "svc_id": {
     "description": "Only fills in this instrument",
     "type": "integer",
     "format": "int64",
     "minimum": 0
    },
    "tag": {
     "description": "Only this tag, exactly",
     "type": "string",
     "minLength": 1,
     "maxLength": 64
    },
    "start_time": {
     "description": "From this time on",
     "type": "string",
     "format": "date-time"
    },
    "end_time": {
     "description": "Before this time",
     "type": "string",
     "format": "date-time"
    },
    "limit": {
     "description": "Maximum number of results",
     "type": "integer",
     "minimum": 1,
     "maximum": 1000,
     "default": 100
    },
    "offset": {
     "description": "Number of results to skip",
     "type": "integer",
     "minimum": 0,
     "default": 0
    },
    "cursor": {
     "description": "`next_cursor` of the last answer to the same request: the page behind it. Pages by cursor lose and repeat no row while others are added",
     "type": "string",
     "minLength": 1,
     "maxLength": 300
    }
   },
   "additionalProperties": false
  }
 },
 {
  "name": "list_orders",
  "title": "List orders, newest first",
  "description": "List orders, newest first. All filters combine. The legs of orders on custom assets are left out unless `include_legs` is true.",
  "method": "GET",
  "path": "/v1/orders",
  "scope": "read",
  "preview": null,
  "inputSchema": {
   "type": "object",
   "properties": {
    "status": {
     "description": "Statuses; `open` is every status that is not final",
     "type": "array",
     "items": {
      "type": "string",
      "enum": [
       "PENDING_SUBMISSION",
       "RESTING",
       "EXECUTED",
       "CANCELLED",
       "REJECTED",
       "EXPIRED",
       "PARTIALLY_FILLED",
       "PROCESSING",
       "open"
      ]
     },
     "maxItems": 9
    },
    "svc_id": {
     "description": "Instrument",
     "type": "integer",
     "format": "int64",
     "minimum": 0
    },
    "custom_asset_id": {
     "description": "Custom asset, in place of `svc_id`",
     "type": "string",
     "format": "uuid"
    },
    "subaccount_id": {
     "description": "Subaccount",
     "type": "string",
     "format": "uuid"
    },
    "client_order_id": {
     "description": "Only orders with exactly this name",
     "type": "string",
     "minLength": 1,
     "maxLength": 64
    },
    "tag": {
     "description": "Only this tag, exactly",
     "type": "string",
     "minLength": 1,
     "maxLength": 64
    },
    "buy_flag": {
     "description": "true buys YES, false sells YES. A sale of YES that you do not hold goes short",
     "type": "boolean"
    },
    "order_type": {
     "description": "LIMIT has a price. MARKET trades at the prices in the book, within an allowance",
     "type": "string",
     "enum": [
      "LIMIT",
      "MARKET"
     ]
    },
    "time_in_force": {
     "description": "GTC rests until cancelled, GTD until `expiry_ts_utc`. IOC fills as much as possible at once, FOK all or nothing. LIMIT defaults to GTC, MARKET to IOC",
     "type": "string",
     "enum": [
      "FOK",
      "GTC",
      "GTD",
      "IOC"
     ]
    },
    "exchange_name": {
     "description": "EXCHANGE_A is Kalshi, EXCHANGE_B is Polymarket",
     "type": "string",
     "enum": [
      "EXCHANGE_A",
      "EXCHANGE_B"
     ]
    },
    "created_after": {
     "description": "Created at or after this time",
     "type": "string",
     "format": "date-time"
    },
    "created_before": {
     "description": "Created before this time",
     "type": "string",
     "format": "date-time"
    },
    "include_legs": {
     "description": "true also shows legs of orders on custom assets; default false",
     "type": "boolean"
    },
    "limit": {
     "description": "Maximum number of results",
     "type": "integer",
     "minimum": 1,
     "maximum": 1000,
     "default": 100
    },
    "offset": {
     "description": "Number of results to skip",
     "type": "integer",
     "minimum": 0,
     "default": 0
    },
    "cursor": {
     "description": "`next_cursor` of the last answer to the same request: the page behind it. Pages by cursor lose and repeat no row while others are added",
     "type": "string",
     "minLength": 1,
     "maxLength": 300
    }
   },
   "additionalProperties": false
  }
 },
 {
  "name": "get_order",
  "title": "Get one order with its fills",
  "description": "Get one order with its fills.",
  "method": "GET",
  "path": "/v1/orders/{order_id}",
  "scope": "read",
  "preview": null,
  "inputSchema": {
   "type": "object",
   "properties": {
    "order_id": {
     "description": "Order",
     "type": "string",
     "format": "uuid"
    }
   },
   "required": [
    "order_id"
   ],
   "additionalProperties": false
  }
 },
 {
  "name": "list_complex_orders",
  "title": "List complex orders, newest first",
  "description": "List complex orders, newest first. All filters combine. `status` takes several values, and `open` for all that are not final. Each kind lists the newest first. `limit` and `offset` count both kinds together.",
  "method": "GET",
  "path": "/v1/complex-orders",
  "scope": "read",
  "preview": null,
  "inputSchema": {
   "type": "object",
   "properties": {
    "complex_order_type": {
     "description": "CONDITIONAL for take-profit, stop-loss and stops, or TWAP",
     "type": "string"
    },
    "status": {
     "description": "Status",
     "type": "array",
     "items": {
      "type": "string",
      "enum": [
       "PENDING",
       "ACTIVE",
       "TRIGGERED",
       "CANCELLED",
       "COMPLETED",
       "EXPIRED",
       "open"
      ]
     },
     "maxItems": 7
    },
    "svc_id": {
     "description": "Instrument",
     "type": "integer",
     "format": "int64",
     "minimum": 0
    },
    "custom_asset_id": {
     "description": "Custom asset, in place of `svc_id`",
     "type": "string",
     "format": "uuid"
    },
    "subaccount_id": {
     "description": "Subaccount",
     "type": "string",
     "format": "uuid"
    },
    "parent_svc_order_id": {
     "description": "Order that this is attached to",
     "type": "string",
     "format": "uuid"
    },
    "tag": {
     "description": "Only this tag, exactly",
     "type": "string",
     "minLength": 1,
     "maxLength": 64
    },
    "created_after": {
     "description": "Created at or after this time",
     "type": "string",
     "format": "date-time"
    },
    "created_before": {
     "description": "Created before this time",
     "type": "string",
     "format": "date-time"
    },
    "limit": {
     "description": "Maximum number of results",
     "type": "integer",
     "minimum": 1,
     "maximum": 1000,
     "default": 100
    },
    "offset": {
     "description": "Number of results to skip",
     "type": "integer",
     "minimum": 0,
     "default": 0
    },
    "cursor": {
     "description": "`next_cursor` of the last answer to the same request: the page behind it. Pages by cursor lose and repeat no row while others are added",
     "type": "string",
     "minLength": 1,
     "maxLength": 300
    }
   },
   "additionalProperties": false
  }
 },
 {
  "name": "get_limits",
  "title": "Show the risk limits of a subaccount",
  "description": "Show the risk limits of a subaccount. Shows the limits and how much of each is used. Null means no limit.",
  "method": "GET",
  "path": "/v1/subaccounts/{subaccount_id}/limits",
  "scope": "read",
  "preview": null,
  "inputSchema": {
   "type": "object",
   "properties": {
    "subaccount_id": {
     "description": "Subaccount",
     "type": "string",
     "format": "uuid"
    }
   },
   "required": [
    "subaccount_id"
   ],
   "additionalProperties": false
  }
 },
 {
  "name": "get_quotas",
  "title": "List your quotas and their use",
  "description": "List your quotas and their use. A request beyond a quota is refused and has no effect. Orders of stops that fire, and exits of the parent’s position, count and are never refused. Each quota is a setting of the operator.",
  "method": "GET",
  "path": "/v1/quotas",
  "scope": "read",
  "preview": null,
  "inputSchema": {
   "type": "object",
   "properties": {},
   "additionalProperties": false
  }
 },
 {
  "name": "place_order",
  "title": "Place an order",
  "description": "Place an order. The order is stored at once and enqueued for execution. Follow it with get_order. The conditional orders in `conditional_orders_params` are stored with it, and act when it has filled.",
  "method": "POST",
  "path": "/v1/orders",
  "scope": "trade",
  "preview": "preview_order",
  "inputSchema": {
   "type": "object",
   "properties": {
    "order_type": {
     "anyOf": [
      {
       "type": "string",
       "enum": [
        "LIMIT",
        "MARKET"
       ],
       "description": "LIMIT has a price. MARKET trades at the prices in the book, within an allowance"
      },
      {
       "type": "null"
      }
     ],
     "default": "LIMIT"
    },
    "time_in_force": {
     "anyOf": [
      {
       "type": "string",
       "enum": [
        "FOK",
        "GTC",
        "GTD",
        "IOC"
       ],
       "description": "GTC rests until cancelled, GTD until `expiry_ts_utc`. IOC fills as much as possible at once, FOK all or nothing. LIMIT defaults to GTC, MARKET to IOC"
      },
      {
       "type": "null"
      }
     ]
    },
    "qty": {
     "type": "number",
     "exclusiveMinimum": 0,
     "maximum": 1000000000,
     "description": "Contracts"
    },
    "buy_flag": {
     "type": "boolean",
     "description": "true buys YES, false sells YES. A sale of YES that you do not hold goes short"
    },
    "subaccount_id": {
     "type": "string",
     "format": "uuid",
     "description": "Subaccount"
    },
    "price": {
     "type": [
      "number",
      "null"
     ],
     "exclusiveMinimum": 0,
     "exclusiveMaximum": 1,
     "description": "YES limit price, for LIMIT orders only; never rounded"
    },
    "max_slippage": {
     "type": [
      "number",
      "null"
     ],
     "exclusiveMinimum": 0,
     "exclusiveMaximum": 1,
     "description": "Farthest price from the best of the book when it is priced, in dollars. MARKET orders and TWAP slices only; null: the usual allowance"
    },
    "protection_price": {
     "type": [
      "number",
      "null"
     ],
     "exclusiveMinimum": 0,
     "exclusiveMaximum": 1,
     "description": "YES price beyond which nothing trades, however often it is tried again. MARKET orders only"
    },
    "post_only": {
     "type": [
      "boolean",
      "null"
     ],
     "description": "Whether it never takes. If it would trade at once it ends REJECTED or CANCELLED, `would_cross`. Resting LIMIT orders (GTC, GTD) only"
    },
    "reduce_only": {
     "type": [
      "boolean",
      "null"
     ],
     "description": "Whether it only makes a position smaller: it is sent for at most what is held, less other reducing orders, and shrinks with the position. Nothing to reduce: REJECTED, `nothing_to_reduce`. Not for FOK, and not on custom assets"
    },
    "cancel_on_pause": {
     "type": [
      "boolean",
      "null"
     ],
     "description": "Whether it leaves the book when its market pauses: at once on EXCHANGE_A, within 30 seconds on EXCHANGE_B. Resting LIMIT orders (GTC, GTD) only"
    },
    "svc_id": {
     "type": [
      "integer",
      "null"
     ],
     "format": "int64",
     "minimum": 0,
     "description": "Instrument"
    },
    "custom_asset_id": {
     "type": [
      "string",
      "null"
     ],
     "format": "uuid",
     "description": "Custom asset, in place of `svc_id`"
    },
    "expiry_ts_utc": {
     "type": [
      "string",
      "null"
     ],
     "format": "date-time",
     "description": "When a GTD order ends; ignored on others"
    },
    "client_order_id": {
     "type": [
      "string",
      "null"
     ],
     "minLength": 1,
     "maxLength": 64,
     "description": "Your own name for the order. The order and its fills show it"
    },
    "tag": {
     "type": [
      "string",
      "null"
     ],
     "minLength": 1,
     "maxLength": 64,
     "description": "Your label for a strategy. Orders that belong to the order inherit it. It never changes"
    },
    "conditional_orders_params": {
     "type": [
      "array",
      "null"
     ],
     "items": {
      "type": "object",
      "properties": {
       "trigger_order": {
        "type": "object",
        "description": "The order it places when its condition is met",
        "properties": {
         "qty": {
          "type": "number",
          "exclusiveMinimum": 0,
          "maximum": 1000000000,
          "description": "Contracts; required without `protect`"
         },
         "buy_flag": {
          "type": "boolean"
         },
         "price": {
          "type": [
           "number",
           "null"
          ],
          "exclusiveMinimum": 0,
          "exclusiveMaximum": 1,
          "description": "YES limit price; without one the order is MARKET"
         },
         "stop_order_price": {
          "type": [
           "number",
           "null"
          ],
          "exclusiveMinimum": 0,
          "exclusiveMaximum": 1,
          "description": "Price at which an SL fires, or a TP that does not rest on the book"
         },
         "trail_amount": {
          "type": [
           "number",
           "null"
          ],
          "exclusiveMinimum": 0,
          "exclusiveMaximum": 1,
          "description": "Makes the stop of an SL trail: it stays this far behind the best price since it was armed, and never goes back. In dollars, instead of `stop_order_price`"
         },
         "order_type": {
          "anyOf": [
           {
            "type": "string",
            "enum": [
             "LIMIT",
             "MARKET"
            ],
            "description": "LIMIT has a price. MARKET trades at the prices in the book, within an allowance"
           },
           {
            "type": "null"
           }
          ],
          "description": "LIMIT if there is a price, else MARKET"
         },
         "max_slippage": {
          "type": [
           "number",
           "null"
          ],
          "exclusiveMinimum": 0,
          "exclusiveMaximum": 1
         },
         "protection_price": {
          "type": [
           "number",
           "null"
          ],
          "exclusiveMinimum": 0,
          "exclusiveMaximum": 1
         },
         "post_only": {
          "type": [
           "boolean",
           "null"
          ]
         },
         "reduce_only": {
          "type": [
           "boolean",
           "null"
          ]
         }
        },
        "required": [
         "buy_flag"
        ],
        "additionalProperties": false
       },
       "stop_order_price": {
        "type": [
         "number",
         "null"
        ],
        "exclusiveMinimum": 0,
        "exclusiveMaximum": 1,
        "description": "Price at which a STOP or REVERSE_STOP fires"
       },
       "trail_amount": {
        "type": [
         "number",
         "null"
        ],
        "exclusiveMinimum": 0,
        "exclusiveMaximum": 1,
        "description": "Makes a STOP trail: it stays this far behind the best price since it was armed, and never goes back. In dollars, instead of `stop_order_price`"
       },
       "link_id": {
        "type": [
         "string",
         "null"
        ],
        "minLength": 1,
        "maxLength": 64,
        "description": "Links stops of one subaccount and instrument without a parent (OCO): what one fills, the others no longer place. Up to 64 characters"
       },
       "protect": {
        "type": [
         "boolean",
         "null"
        ],
        "description": "Whether a STOP or REVERSE_STOP without a parent closes the whole position, whatever its size; `trigger_order.qty` must be absent. Its order is `reduce_only`. PENDING while nothing is held; CANCELLED, `position_closed`, when the position is closed. Not on custom assets"
       },
       "parent_svc_order_id": {
        "type": [
         "string",
         "null"
        ],
        "format": "uuid",
        "description": "Order that this is attached to"
       },
       "parent_complex_order_id": {
        "type": [
         "string",
         "null"
        ],
        "format": "uuid",
        "description": "Complex order whose order this is attached to"
       },
       "conditional_order_type": {
        "anyOf": [
         {
          "type": "string",
          "enum": [
           "TP",
           "SL",
           "STOP",
           "REVERSE_STOP"
          ],
          "description": "TP, SL, STOP or REVERSE_STOP; inferred if absent and possible"
         },
         {
          "type": "null"
         }
        ]
       },
       "trigger_price_type": {
        "anyOf": [
         {
          "type": "string",
          "enum": [
           "MARK",
           "LAST",
           "BID_ASK"
          ],
          "description": "The watched price: MARK (default: the middle of a book at most 0.10 wide, else the last trade held within bid and ask), LAST, or BID_ASK, the side its order would hit"
         },
         {
          "type": "null"
         }
        ]
       }
      },
      "required": [
       "trigger_order"
      ],
      "additionalProperties": false
     },
     "maxItems": 10,
     "description": "Take-profit, stop-loss and stops attached to this order"
    }
   },
   "required": [
    "qty",
    "buy_flag",
    "subaccount_id"
   ],
   "additionalProperties": false
  }
 },
 {
  "name": "amend_order",
  "title": "Change quantity, price or expiry of an order",
  "description": "Change quantity, price or expiry of an order. Absent fields stay as they are. `qty` is the new total, including fills. Only LIMIT orders with `time_in_force` GTC or GTD can be changed. The change is accepted, not done: follow it in `last_amend`. Until it is DONE, the old order may fill, but never more than the larger total. A refused change leaves the order unchanged. TPs and SLs of an unfilled order must lie beyond a new `price`.",
  "method": "PATCH",
  "path": "/v1/orders/{order_id}",
  "scope": "trade",
  "preview": "preview_amend",
  "inputSchema": {
   "type": "object",
   "properties": {
    "order_id": {
     "description": "Order",
     "type": "string",
     "format": "uuid"
    },
    "qty": {
     "type": [
      "number",
      "null"
     ],
     "exclusiveMinimum": 0,
     "maximum": 1000000000,
     "description": "The new total, what has filled included"
    },
    "price": {
     "type": [
      "number",
      "null"
     ],
     "exclusiveMinimum": 0,
     "exclusiveMaximum": 1,
     "description": "The new YES limit price"
    },
    "expiry_ts_utc": {
     "type": [
      "string",
      "null"
     ],
     "format": "date-time",
     "description": "The new end of a GTD order"
    }
   },
   "required": [
    "order_id"
   ],
   "additionalProperties": false
  }
 },
 {
  "name": "close_positions",
  "title": "Close positions at the market",
  "description": "Close positions at the market. Places a `reduce_only` MARKET order for the position in one market, or in each. The reply lists the orders; it is empty if there are no positions. Holdings of a custom asset are the positions of its members. Decided positions are paid or redeemed, and are left out. Orders and stops stay: flatten_subaccount cancels them first.",
  "method": "POST",
  "path": "/v1/positions/close",
  "scope": "trade",
  "preview": "preview_close",
  "inputSchema": {
   "type": "object",
   "properties": {
    "subaccount_id": {
     "type": "string",
     "format": "uuid"
    },
    "svc_id": {
     "type": [
      "integer",
      "null"
     ],
     "format": "int64",
     "minimum": 0,
     "description": "Only this instrument; absent or null: every one"
    },
    "max_slippage": {
     "type": [
      "number",
      "null"
     ],
     "exclusiveMinimum": 0,
     "exclusiveMaximum": 1
    }
   },
   "required": [
    "subaccount_id"
   ],
   "additionalProperties": false
  }
 },
 {
  "name": "flatten_subaccount",
  "title": "Cancel everything and close all positions",
  "description": "Cancel everything and close all positions. Cancels all orders and complex orders of the subaccount, as both cancel-alls do, and places a `reduce_only` MARKET order for each position. Fills of the cancelled orders until they leave their books are closed too. The service completes an interrupted request within a minute.",
  "method": "POST",
  "path": "/v1/subaccounts/{subaccount_id}/flatten",
  "scope": "trade",
  "preview": "preview_flatten",
  "inputSchema": {
   "type": "object",
   "properties": {
    "subaccount_id": {
     "description": "Subaccount",
     "type": "string",
     "format": "uuid"
    },
    "max_slippage": {
     "type": [
      "number",
      "null"
     ],
     "exclusiveMinimum": 0,
     "exclusiveMaximum": 1,
     "description": "Farthest price from the best of the book when it is priced, in dollars. MARKET orders and TWAP slices only; null: the usual allowance"
    }
   },
   "required": [
    "subaccount_id"
   ],
   "additionalProperties": false
  }
 },
 {
  "name": "place_complex_order",
  "title": "Place a conditional order or a TWAP",
  "description": "Place a conditional order or a TWAP. TP and SL are attached to an order, or to a complex order that will place one, and act when that order has filled. STOP and REVERSE_STOP watch the price, from their activation or from the fill of their parent; with `protect` their quantity is that of the position. On a custom asset they watch the price of all members together, and place MARKET orders. A TWAP sends a large order as many small IOC orders over a period of time. The complex order is stored as PENDING and enqueued for activation.",
  "method": "POST",
  "path": "/v1/complex-orders",
  "scope": "trade",
  "preview": "preview_complex_order",
  "inputSchema": {
   "type": "object",
   "properties": {
    "subaccount_id": {
     "type": "string",
     "format": "uuid",
     "description": "Subaccount"
    },
    "svc_id": {
     "type": [
      "integer",
      "null"
     ],
     "format": "int64",
     "minimum": 0,
     "description": "Instrument"
    },
    "custom_asset_id": {
     "type": [
      "string",
      "null"
     ],
     "format": "uuid",
     "description": "Custom asset, in place of `svc_id`"
    },
    "tag": {
     "type": [
      "string",
      "null"
     ],
     "minLength": 1,
     "maxLength": 64,
     "description": "Your label for a strategy. Orders that belong to the order inherit it. It never changes"
    },
    "conditional_order_params": {
     "anyOf": [
      {
       "type": "object",
       "properties": {
        "trigger_order": {
         "type": "object",
         "description": "The order it places when its condition is met",
         "properties": {
          "qty": {
           "type": "number",
           "exclusiveMinimum": 0,
           "maximum": 1000000000,
           "description": "Contracts; required without `protect`"
          },
          "buy_flag": {
           "type": "boolean"
          },
          "price": {
           "type": [
            "number",
            "null"
           ],
           "exclusiveMinimum": 0,
           "exclusiveMaximum": 1,
           "description": "YES limit price; without one the order is MARKET"
          },
          "stop_order_price": {
           "type": [
            "number",
            "null"
           ],
           "exclusiveMinimum": 0,
           "exclusiveMaximum": 1,
           "description": "Price at which an SL fires, or a TP that does not rest on the book"
          },
          "trail_amount": {
           "type": [
            "number",
            "null"
           ],
           "exclusiveMinimum": 0,
           "exclusiveMaximum": 1,
           "description": "Makes the stop of an SL trail: it stays this far behind the best price since it was armed, and never goes back. In dollars, instead of `stop_order_price`"
          },
          "order_type": {
           "anyOf": [
            {
             "type": "string",
             "enum": [
              "LIMIT",
              "MARKET"
             ],
             "description": "LIMIT has a price. MARKET trades at the prices in the book, within an allowance"
            },
            {
             "type": "null"
            }
           ],
           "description": "LIMIT if there is a price, else MARKET"
          },
          "max_slippage": {
           "type": [
            "number",
            "null"
           ],
           "exclusiveMinimum": 0,
           "exclusiveMaximum": 1
          },
          "protection_price": {
           "type": [
            "number",
            "null"
           ],
           "exclusiveMinimum": 0,
           "exclusiveMaximum": 1
          },
          "post_only": {
           "type": [
            "boolean",
            "null"
           ]
          },
          "reduce_only": {
           "type": [
            "boolean",
            "null"
           ]
          }
         },
         "required": [
          "buy_flag"
         ],
         "additionalProperties": false
        },
        "stop_order_price": {
         "type": [
          "number",
          "null"
         ],
         "exclusiveMinimum": 0,
         "exclusiveMaximum": 1,
         "description": "Price at which a STOP or REVERSE_STOP fires"
        },
        "trail_amount": {
         "type": [
          "number",
          "null"
         ],
         "exclusiveMinimum": 0,
         "exclusiveMaximum": 1,
         "description": "Makes a STOP trail: it stays this far behind the best price since it was armed, and never goes back. In dollars, instead of `stop_order_price`"
        },
        "link_id": {
         "type": [
          "string",
          "null"
         ],
         "minLength": 1,
         "maxLength": 64,
         "description": "Links stops of one subaccount and instrument without a parent (OCO): what one fills, the others no longer place. Up to 64 characters"
        },
        "protect": {
         "type": [
          "boolean",
          "null"
         ],
         "description": "Whether a STOP or REVERSE_STOP without a parent closes the whole position, whatever its size; `trigger_order.qty` must be absent. Its order is `reduce_only`. PENDING while nothing is held; CANCELLED, `position_closed`, when the position is closed. Not on custom assets"
        },
        "parent_svc_order_id": {
         "type": [
          "string",
          "null"
         ],
         "format": "uuid",
         "description": "Order that this is attached to"
        },
        "parent_complex_order_id": {
         "type": [
          "string",
          "null"
         ],
         "format": "uuid",
         "description": "Complex order whose order this is attached to"
        },
        "conditional_order_type": {
         "anyOf": [
          {
           "type": "string",
           "enum": [
            "TP",
            "SL",
            "STOP",
            "REVERSE_STOP"
           ],
           "description": "TP, SL, STOP or REVERSE_STOP; inferred if absent and possible"
          },
          {
           "type": "null"
          }
         ]
        },
        "trigger_price_type": {
         "anyOf": [
          {
           "type": "string",
           "enum": [
            "MARK",
            "LAST",
            "BID_ASK"
           ],
           "description": "The watched price: MARK (default: the middle of a book at most 0.10 wide, else the last trade held within bid and ask), LAST, or BID_ASK, the side its order would hit"
          },
          {
           "type": "null"
          }
         ]
        }
       },
       "required": [
        "trigger_order"
       ],
       "additionalProperties": false
      },
      {
       "type": "null"
      }
     ],
     "description": "Its condition and its order, instead of `twap_order_params`"
    },
    "twap_order_params": {
     "anyOf": [
      {
       "type": "object",
       "description": "See also `CreateOrder`.",
       "properties": {
        "buy_flag": {
         "type": "boolean"
        },
        "total_qty": {
         "type": "number",
         "exclusiveMinimum": 0,
         "maximum": 1000000000,
         "description": "Total number of contracts"
        },
        "duration_s": {
         "type": "integer",
         "minimum": 60,
         "maximum": 86400,
         "description": "Seconds from the first slice to the end, 60 to 86,400"
        },
        "slices": {
         "type": "integer",
         "minimum": 2,
         "maximum": 288,
         "description": "Number of slices, 2 to 288, at least 5 seconds apart"
        },
        "limit_price": {
         "type": [
          "number",
          "null"
         ],
         "exclusiveMinimum": 0,
         "exclusiveMaximum": 1,
         "description": "YES price beyond which no slice trades; null: MARKET slices"
        },
        "max_slippage": {
         "type": [
          "number",
          "null"
         ],
         "exclusiveMinimum": 0,
         "exclusiveMaximum": 1
        },
        "randomize": {
         "type": "boolean",
         "default": false,
         "description": "Whether the size of each slice varies by up to a fifth"
        }
       },
       "required": [
        "buy_flag",
        "total_qty",
        "duration_s",
        "slices"
       ],
       "additionalProperties": false
      },
      {
       "type": "null"
      }
     ],
     "description": "Quantity and schedule of a TWAP, instead of `conditional_order_params`"
    }
   },
   "required": [
    "subaccount_id"
   ],
   "additionalProperties": false
  }
 },
 {
  "name": "cancel_order",
  "title": "Request cancellation of an order",
  "description": "Request cancellation of an order. The cancel is accepted, not done: the order may still fill before the exchange takes it off its book.",
  "method": "DELETE",
  "path": "/v1/orders/{order_id}",
  "scope": "trade",
  "preview": null,
  "inputSchema": {
   "type": "object",
   "properties": {
    "order_id": {
     "description": "Order",
     "type": "string",
     "format": "uuid"
    }
   },
   "required": [
    "order_id"
   ],
   "additionalProperties": false
  }
 },
 {
  "name": "cancel_all_orders",
  "title": "Request cancellation of all orders of a subaccount",
  "description": "Request cancellation of all orders of a subaccount. Without a filter, orders accepted before this request and not yet sent are never sent, however many there are. With `svc_id` or `svc_ids`, `exchange_name` and `buy_flag`, which combine, only those orders are cancelled, and an order accepted within the same second may be missed.",
  "method": "POST",
  "path": "/v1/orders/cancel-all",
  "scope": "trade",
  "preview": null,
  "inputSchema": {
   "type": "object",
   "properties": {
    "subaccount_id": {
     "type": "string",
     "format": "uuid",
     "description": "Subaccount"
    },
    "svc_id": {
     "type": [
      "integer",
      "null"
     ],
     "format": "int64",
     "minimum": 0,
     "description": "Instrument"
    },
    "svc_ids": {
     "type": [
      "array",
      "null"
     ],
     "items": {
      "type": "integer",
      "format": "int64",
      "minimum": 0
     },
     "minItems": 1,
     "maxItems": 100,
     "description": "Only orders of these 1 to 100 instruments"
    },
    "exchange_name": {
     "anyOf": [
      {
       "type": "string",
       "enum": [
        "EXCHANGE_A",
        "EXCHANGE_B"
       ],
       "description": "EXCHANGE_A is Kalshi, EXCHANGE_B is Polymarket"
      },
      {
       "type": "null"
      }
     ]
    },
    "buy_flag": {
     "type": [
      "boolean",
      "null"
     ],
     "description": "true buys YES, false sells YES. A sale of YES that you do not hold goes short"
    }
   },
   "required": [
    "subaccount_id"
   ],
   "additionalProperties": false
  }
 },
 {
  "name": "cancel_complex_order",
  "title": "Request cancellation of a complex order",
  "description": "Request cancellation of a complex order. An SL or TP and the stop it armed are cancelled together, with everything attached to it. A complex order that has placed its order cannot be cancelled any more; cancel that order instead.",
  "method": "DELETE",
  "path": "/v1/complex-orders/{complex_order_id}",
  "scope": "trade",
  "preview": null,
  "inputSchema": {
   "type": "object",
   "properties": {
    "complex_order_id": {
     "description": "Complex order",
     "type": "string",
     "format": "uuid"
    }
   },
   "required": [
    "complex_order_id"
   ],
   "additionalProperties": false
  }
 },
 {
  "name": "cancel_all_complex_orders",
  "title": "Request cancellation of all complex orders of a subaccount",
  "description": "Request cancellation of all complex orders of a subaccount. Complex orders accepted before this request never fire after it, however many there are.",
  "method": "POST",
  "path": "/v1/complex-orders/cancel-all",
  "scope": "trade",
  "preview": null,
  "inputSchema": {
   "type": "object",
   "properties": {
    "subaccount_id": {
     "type": "string",
     "format": "uuid",
     "description": "Subaccount"
    }
   },
   "required": [
    "subaccount_id"
   ],
   "additionalProperties": false
  }
 },
 {
  "name": "halt_subaccount",
  "title": "Halt a subaccount",
  "description": "Halt a subaccount. From now on no order that could increase a position is accepted or sent, even if it was accepted before. Cancels pass, and so do orders that can only reduce a position. A halted subaccount stays halted. To end the halt, set `halted` to false in its limits, which needs scope `admin`.",
  "method": "POST",
  "path": "/v1/subaccounts/{subaccount_id}/halt",
  "scope": "trade",
  "preview": null,
  "inputSchema": {
   "type": "object",
   "properties": {
    "subaccount_id": {
     "description": "Subaccount",
     "type": "string",
     "format": "uuid"
    }
   },
   "required": [
    "subaccount_id"
   ],
   "additionalProperties": false
  }
 }
]
