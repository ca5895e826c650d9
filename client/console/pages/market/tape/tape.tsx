/** The trades of the market, newest first. */

import { price as cents } from '../../../format/price.ts'
import { quantity } from '../../../format/quantity.ts'
import { time } from '../../../format/time.ts'
import type { Live } from '../../../live/use-live.ts'
import { Age } from '../../../parts/figures/age.tsx'
import { LiveView } from '../../../parts/live-view.tsx'
import { Panel } from '../../../parts/panel.tsx'
import type { Tape as Trades } from './with-trades.ts'

/** Lists of Kalshi come from a cache of up to 15 s, and are read again after as long. */
const TRADES_STALE_S = 45

export const Tape = ({ of: tape }: { readonly of: Live<Trades> }) => (
  <Panel title="Trades" class="trades" aside={<Age asOf={tape.data?.as_of ?? null} staleAfterS={TRADES_STALE_S} />}>
    <LiveView of={tape}>
      {({ trades }) =>
        trades.length === 0 ? (
          <p class="empty">Nobody has traded here yet.</p>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          <ul class="tape" tabIndex={0} aria-label="Trades">
            {trades.map(({ trade_id, price, qty, taker_buy_flag, is_block_trade, timestamp }) => (
              <li key={trade_id} title={is_block_trade ? 'Block trade, negotiated off the book' : undefined}>
                <span class={taker_buy_flag === null ? '' : taker_buy_flag ? 'buy' : 'sell'}>{cents(price)}</span>
                <span>
                  {quantity(qty)}
                  {is_block_trade ? ' block' : ''}
                </span>
                <span>{time(timestamp)}</span>
              </li>
            ))}
          </ul>
        )
      }
    </LiveView>
  </Panel>
)
