/** Notes on the fields and parameters of risk limits and dead man's switches. */

export const riskNotes: Readonly<Record<string, string>> = {
  max_order_qty: 'Maximum contracts of one order; null: no limit',
  max_order_cost:
    'Maximum worst-case cost of one order, in dollars without fees: price × qty for a buy, (1 − price) × qty for a sell; null: no limit',
  max_open_orders: 'Maximum number of open orders; null: no limit',
  max_daily_loss: 'Maximum loss of a UTC day, in dollars, realized and marked; null: no limit',
  mcp_daily_cost:
    'Maximum worst-case cost of the orders that agents confirm at `POST /v1/mcp` in a UTC day, in dollars without fees; null: no limit',
  armed: 'Whether it will cancel if it is not renewed',
  timeout_s: 'Seconds from a renewal until it cancels',
  include_complex_orders: 'Whether it cancels complex orders too, also those that protect a position',
  halt: 'Whether it halts trading too',
  renewed_at: 'When it was last set or renewed; null if none is set',
  fires_at: 'When it cancels, within 15 seconds, unless it is renewed; null if it is not armed',
  fired_at:
    'When it last fired: shown by the first renewal after that, and by GET until the next one; null if it has not fired',
  halted: 'true accepts only cancels and orders that reduce a position',
  open_orders: 'Number of open orders',
  daily_loss: 'Loss since the UTC day began, in dollars; a gain is negative; null without `max_daily_loss`',
  worst_daily_loss: 'Largest loss seen this UTC day, compared with `max_daily_loss`; null without it',
  mcp_cost_today:
    'Worst-case cost of the orders that agents have confirmed since 00:00 UTC, in dollars; compared with `mcp_daily_cost`',
  day_started_at: 'Start of the UTC day; null without `max_daily_loss`',
}
