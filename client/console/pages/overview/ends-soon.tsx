/** Positions that pay or are to be redeemed, and the next ends of markets in which something is held or ordered. */

import { ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import type { Market } from '../../api/types.ts'
import { money } from '../../format/money.ts'
import { day, span } from '../../format/time.ts'
import { now } from '../../live/clock.ts'
import { useLive } from '../../live/use-live.ts'
import { LiveView } from '../../parts/live-view.tsx'
import { MarketLink } from '../../parts/market-link.tsx'
import { Panel } from '../../parts/panel.tsx'
import { to } from '../../shell/navigation/route.ts'
import type { Held } from './by-size.ts'

interface Props {
  /** Open positions, the largest first. */
  readonly held: readonly Held[]
  /** Markets of orders and stops. */
  readonly others: readonly number[]
}

/** So many markets are read, and so many ends are shown. */
const MOST = 30
const SHOWN = 6

export const EndsSoon = ({ held, others }: Props) => {
  const decided = held.filter(({ settlement }) => settlement !== null)
  const open = held.filter(({ settlement }) => settlement === null).map(({ svc_id }) => svc_id)
  const ids = [...new Set([...open, ...others])].slice(0, MOST).toSorted((a, b) => a - b)
  const markets = useLive(ids.join(), () => readMarkets(ids), { everyS: 600, subject: 'ends' })
  if (ids.length === 0 && decided.length === 0) return null
  return (
    <Panel title="Ends next">
      <ul class="events">
        {decided.map(({ subaccount_id, svc_id, market_title, settlement, payout }) => (
          <li key={`${subaccount_id} ${svc_id}`}>
            <MarketLink svc_id={svc_id} market_title={market_title} />
            <span class="muted small">
              {settlement === 'redeemable' ? (
                <a href={to('positions')}>Redeem {money(payout)}</a>
              ) : (
                `Decided: pays ${money(payout)}`
              )}
            </span>
          </li>
        ))}
      </ul>
      {ids.length === 0 ? null : (
        <LiveView of={markets}>
          {(found) => (
            <ul class="events">
              {nextOf(found).map(({ svc_id, name, expiration_datetime }) => (
                <li key={svc_id}>
                  <MarketLink svc_id={svc_id} market_title={name} />
                  <span class="muted small">{whenOf(expiration_datetime)}</span>
                </li>
              ))}
            </ul>
          )}
        </LiveView>
      )}
    </Panel>
  )
}

/** One after the other: their ends are not urgent. A market that cannot be read is left out. */
const readMarkets = async (ids: readonly number[]) => {
  const found: Market[] = []
  for (const svc_id of ids) {
    const answer = await ask(api.GET('/v1/markets/{svc_id}', { params: { path: { svc_id } } }))
    if (answer.ok) found.push(answer.data)
    else if (answer.problem.status !== 404) return answer
  }
  return { ok: true as const, data: found }
}

const nextOf = (markets: readonly Market[]): readonly Market[] =>
  markets
    .filter(({ expiration_datetime }) => expiration_datetime !== null)
    .toSorted((a, b) => ((a.expiration_datetime ?? '') < (b.expiration_datetime ?? '') ? -1 : 1))
    .slice(0, SHOWN)

const whenOf = (end: string | null): string => {
  const left = Date.parse(end ?? '') - now.value
  return left < 0 ? `ended ${span(-left)} ago, waits for its outcome` : `in ${span(left)}, ${day(end)}`
}
