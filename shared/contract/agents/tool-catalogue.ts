/** Table of contents: the tools of agents, and the endpoint that each of them runs. */

interface ListedTool {
  readonly name: string
  readonly endpoint: string
  /** Tool that shows the effect first and answers the confirmation. Without it, one call is enough: the tool reads, or reduces risk. */
  readonly preview?: string
}

export const TOOL_CATALOGUE: readonly ListedTool[] = [
  { name: 'search_markets', endpoint: 'search-markets' },
  { name: 'get_market', endpoint: 'get-market' },
  { name: 'list_events', endpoint: 'list-events' },
  { name: 'get_event', endpoint: 'get-event' },
  { name: 'get_quotes', endpoint: 'get-quotes' },
  { name: 'get_order_book', endpoint: 'get-order-book' },
  { name: 'get_prices', endpoint: 'get-prices' },
  { name: 'list_subaccounts', endpoint: 'list-subaccounts' },
  { name: 'list_positions', endpoint: 'list-positions' },
  { name: 'list_balances', endpoint: 'list-balances' },
  { name: 'list_fills', endpoint: 'list-fills' },
  { name: 'list_orders', endpoint: 'list-orders' },
  { name: 'get_order', endpoint: 'get-order' },
  { name: 'list_complex_orders', endpoint: 'list-complex-orders' },
  { name: 'get_limits', endpoint: 'get-limits' },
  { name: 'get_quotas', endpoint: 'get-quotas' },
  { name: 'place_order', endpoint: 'place-order', preview: 'preview_order' },
  { name: 'amend_order', endpoint: 'amend-order', preview: 'preview_amend' },
  { name: 'close_positions', endpoint: 'close-positions', preview: 'preview_close' },
  { name: 'flatten_subaccount', endpoint: 'flatten-subaccount', preview: 'preview_flatten' },
  { name: 'place_complex_order', endpoint: 'place-complex-order', preview: 'preview_complex_order' },
  { name: 'cancel_order', endpoint: 'request-cancel' },
  { name: 'cancel_all_orders', endpoint: 'cancel-all-orders' },
  { name: 'cancel_complex_order', endpoint: 'cancel-complex-order' },
  { name: 'cancel_all_complex_orders', endpoint: 'cancel-all-complex-orders' },
  { name: 'halt_subaccount', endpoint: 'halt-subaccount' },
]
