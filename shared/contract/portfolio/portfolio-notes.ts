/** Notes on the fields and parameters of fills, positions, redemptions and balances. */

export const portfolioNotes: Readonly<Record<string, string>> = {
  exchange_trade_id: 'Identifier of the trade at the exchange',
  closing_svc_order_ids:
    '`reduce_only` MARKET orders, one for each market in which something is held; follow them like any order',
  'ClosePositions.svc_id': 'Only this instrument; absent or null: every one',
  fill_id: 'Fill',
  exchange_timestamp: 'Time of the trade, from the exchange',
  fee: 'In dollars',
  is_maker: 'Whether the order rested on the book',
  'Fill.status': 'On EXCHANGE_B fills are PROVISIONAL until settled. A REVERSED fill counts no more',
  'Fill.client_order_id': 'Your own name for the order; null if it has none',
  'Fill.svc_order_id': 'Order; null for a trade made elsewhere',
  'FillWithOrder.status': 'On EXCHANGE_B fills are PROVISIONAL until settled. A REVERSED fill counts no more',
  'FillWithOrder.client_order_id': 'Your own name for the order; null if it has none',
  'FillWithOrder.svc_order_id': 'Order',
  'FillWithOrder.order': 'The order as it was then, without its fills; null only in events of earlier versions',
  subaccount_to_positions: 'Positions by subaccount',
  subaccount_to_fills: 'Fills by subaccount',
  positions: 'Positions',
  include_closed: 'true also shows positions in closed markets',
  start_time: 'From this time on',
  end_time: 'Before this time',
  market_title:
    'Question of the market, or name of the custom asset, at acceptance; of a position, and of a trade made elsewhere, as it is now',
  exchange_ticker:
    'Ticker on EXCHANGE_A, slug on EXCHANGE_B; null on a custom asset, and if the market is not in the catalogue',
  position:
    'Contracts held: positive of YES, negative of NO. It is the sum of the fills, or the exchange’s own figure if that has differed for two minutes, so that shares sent to the account count',
  avg_buy_price: 'Mean YES price of all buys; null without buys',
  avg_sell_price: 'Mean YES price of all sells; null without sells',
  total_qty_bought: 'Contracts bought',
  total_qty_sold: 'Contracts sold',
  total_fees: 'Fees, in dollars',
  fill_count: 'Number of fills',
  first_fill_at: 'Time of the first fill; null if the exchange reports a position without fills',
  last_fill_at: 'Time of the last fill; null if the exchange reports a position without fills',
  mark_price:
    'YES price that values the position: the middle of the book, else the last trade held within bid and ask, else the side on which it would be closed. For a decided market, its payout. Null if there is none',
  market_value: 'Value of the position at the mark price, in dollars; null without a mark price',
  unrealized_pnl: 'Gain if closed at the mark price, in dollars, before the fee for closing; null without a mark price',
  realized_pnl: 'Gain from closing and from payouts so far, less all fees, in dollars',
  market_status: 'Status of the market; null if it is not in the catalogue',
  settlement:
    'Null while the market is open. `decided`: its outcome is known, and it has not paid yet. `redeemable`: redeem it, see `POST /v1/positions/redeem`. `paid`: it has paid',
  settlement_detail:
    'Why the position is not settled although the exchange names an outcome: it names different ones in different places. Null if there is nothing to say',
  payout: 'What a decided market pays, in dollars; part of your cash only once it is paid. Null before',
  'ListRedemptionsReply.redemptions.payout':
    'What it paid, in dollars; null before that is known, and where somebody else was faster',
  redemption_id: 'Redemption',
  redemptions: 'Redemptions and merges',
  'ListRedemptionsReply.redemptions.state':
    '`PENDING`: not sent. `SUBMITTED`: sent, or perhaps sent. `PAID` and `FAILED` are final',
  kind: '`redeem`: a decided position. `merge`: pairs of YES and NO of an open market',
  transaction: 'Hash of the transaction on chain; null before there is one',
  'redeem-positions.svc_id': 'Only this instrument',
  'list-redemptions.svc_id': 'Only this instrument',
  'list-fills.svc_id': 'Only fills in this instrument',
  'list-positions.limit': 'How many positions at most; all of them if absent',
  'list-positions.svc_id': 'Only the position in this instrument',
  balance: 'Cash, in dollars',
  'Balance.balance': 'Total cash, in dollars; null if the exchange does not answer',
  shards: 'The shards that hold the cash; one if the exchange has no shards, none if it tells the total only',
  shard: 'Shard of the exchange; a market belongs to one',
}
