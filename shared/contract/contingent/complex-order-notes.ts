/** Notes on the fields and parameters of conditional and TWAP orders. */

export const complexOrderNotes: Readonly<Record<string, string>> = {
  complex_order_id: 'Complex order',
  parent_complex_order_id: 'Complex order whose order this is attached to',
  trigger_svc_order_id: 'Order it placed; null until then',
  trigger_complex_order_id: 'Stop it armed; null until then',
  'list-complex-orders.tag': 'Only this tag, exactly',
  complex_orders: 'Complex orders by kind',
  complex_order_ids: 'Ids of the complex orders attached to the order, by kind',
  conditional_orders: 'Conditional orders, in the order of their parameters',
  'ListComplexOrdersReply.complex_orders.conditional_orders': 'Conditional orders, newest first',
  complex_order_type: 'CONDITIONAL for take-profit, stop-loss and stops, or TWAP',
  complex_order_subtype: 'TP, SL, STOP or REVERSE_STOP; null for a TWAP',
  'ComplexOrder.status':
    'PENDING waits for its parent or for activation. ACTIVE is armed or sends slices. TRIGGERED has placed its order. CANCELLED is over. A TWAP ends COMPLETED, or EXPIRED if it is short when its time is over',
  conditional_order: 'Its condition and its order; null for a TWAP',
  conditional_order_params: 'Its condition and its order, instead of `twap_order_params`',
  twap_order_params: 'Quantity and schedule of a TWAP, instead of `conditional_order_params`',
  total_qty: 'Total number of contracts',
  duration_s: 'Seconds from the first slice to the end, 60 to 86,400',
  slices: 'Number of slices, 2 to 288, at least 5 seconds apart',
  limit_price: 'YES price beyond which no slice trades; null: MARKET slices',
  trigger_order_post_only: '`post_only` of the order it places',
  trigger_order_reduce_only: '`reduce_only` of the order it places',
  trigger_order_max_slippage: '`max_slippage` of the order it places',
  trigger_order_protection_price: '`protection_price` of the order it places',
  randomize: 'Whether the size of each slice varies by up to a fifth',
  twap_order: 'Terms and progress of a TWAP; null for other kinds',
  filled_qty: 'Contracts filled by its slices, counted from the fills',
  slices_done: 'Number of slices whose time has passed, with or without an order',
  svc_order_ids: 'Its slices, oldest first',
  started_at: 'Time of the first slice; null before it',
  next_slice_at: 'Time of the next slice; null if there is none',
  ends_at: 'End of its schedule; null until it has started',
  twap_orders: 'TWAP orders, newest first',
  trigger_order: 'The order it places when its condition is met',
  conditional_order_type: 'TP, SL, STOP or REVERSE_STOP; inferred if absent and possible',
  stop_order_price: 'Price at which a STOP or REVERSE_STOP fires',
  'ComplexOrder.conditional_order.stop_order_price':
    'Price at which a STOP or REVERSE_STOP fires. Of a trailing STOP its level now; null while it has none',
  link_id:
    'Links stops of one subaccount and instrument without a parent (OCO): what one fills, the others no longer place. Up to 64 characters',
  protect:
    'Whether a STOP or REVERSE_STOP without a parent closes the whole position, whatever its size; `trigger_order.qty` must be absent. Its order is `reduce_only`. PENDING while nothing is held; CANCELLED, `position_closed`, when the position is closed. Not on custom assets',
  'ConditionalOrderParams.trigger_order.qty': 'Contracts; required without `protect`',
  trail_amount:
    'Makes a STOP trail: it stays this far behind the best price since it was armed, and never goes back. In dollars, instead of `stop_order_price`',
  'ConditionalOrderParams.trigger_order.trail_amount':
    'Makes the stop of an SL trail: it stays this far behind the best price since it was armed, and never goes back. In dollars, instead of `stop_order_price`',
  trigger_trail_amount: '`trail_amount` of the stop that an SL arms',
  'ConditionalOrderParams.trigger_order.stop_order_price':
    'Price at which an SL fires, or a TP that does not rest on the book',
  'ConditionalOrderParams.trigger_order.price': 'YES limit price; without one the order is MARKET',
  'ConditionalOrderParams.trigger_order.order_type': 'LIMIT if there is a price, else MARKET',
  trigger_stop_order_price: 'Price at which an SL fires, or a TP that does not rest on the book',
  trigger_order_type: 'Type of the order it places',
  trigger_order_qty: 'Contracts it would place now; of a protect stop what is held',
  trigger_order_limit_price: 'Limit price of the order it places',
  trigger_order_buy_flag: 'true buys YES, false sells YES',
  trigger_price_type:
    'The watched price: MARK (default: the middle of a book at most 0.10 wide, else the last trade held within bid and ask), LAST, or BID_ASK, the side its order would hit',
  triggered_at: 'When it fired',
  trigger_price: 'The price that fired it',
  trigger_price_source: 'Source of that price: mid, bid, ask, last_trade, or mean (of the members of a custom asset)',
  exit_incomplete_at:
    'Time when the exit was reported as incomplete: its orders failed with something left to close. A stop-loss keeps trying',
}
