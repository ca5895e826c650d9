/** The trades of the market, newest first. */

import { ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import { price as cents } from '../../format/price.ts'
import { quantity } from '../../format/quantity.ts'
import { time } from '../../format/time.ts'
import { useLive } from '../../live/use-live.ts'
import { Age } from '../../parts/age.tsx'
import { LiveView } from '../../parts/live-view.tsx'
import { Panel } from '../../parts/panel.tsx'
import { withTrades } from './with-trades.ts'

export const Tape = ({ svcId: svc_id }: { readonly svcId: number }) => {
  const tape = useLive(
    `tape ${svc_id}`,
    () => ask(api.GET('/v1/trades/{svc_id}', { params: { path: { svc_id }, query: { limit: 40 } } })),
    { everyS: 3, channel: { name: `trades:${svc_id}`, dataOf: withTrades } },
  )
  return (
    <Panel title="Trades" class="trades" aside={<Age asOf={tape.data?.as_of ?? null} />}>
      <LiveView of={tape}>
        {({ trades }) =>
          trades.length === 0 ? (
            <p class="empty">Nobody has traded here yet.</p>
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
            <ul class="tape" tabIndex={0} aria-label="Trades">
              {trades.map(({ trade_id, price, qty, taker_buy_flag, timestamp }) => (
                <li key={trade_id}>
                  <span class={taker_buy_flag === null ? '' : taker_buy_flag ? 'buy' : 'sell'}>{cents(price)}</span>
                  <span>{quantity(qty)}</span>
                  <span>{time(timestamp)}</span>
                </li>
              ))}
            </ul>
          )
        }
      </LiveView>
    </Panel>
  )
}
