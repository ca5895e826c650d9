/** The chart and the ladder of the outcomes of an event. Their order stays while prices move. */

import { useMemo } from 'preact/hooks'
import type { Market } from '../../api/types.ts'
import { EventChart } from './event-chart.tsx'
import { OutcomeLadder } from './outcome-ladder.tsx'
import { outcomeName } from './outcome-name.ts'

/** More lines would have colours that look alike. */
const LINES = 4

export const EventOutcomes = ({ markets }: { readonly markets: readonly Market[] }) => {
  const ids = markets.map(({ svc_id }) => svc_id).join()
  const order = useMemo(() => markets.toSorted(byChance).map(({ svc_id }) => svc_id), [ids])
  const byId = new Map(markets.map((market) => [market.svc_id, market]))
  const sorted = order.flatMap((svcId) => byId.get(svcId) ?? [])
  const leading = sorted.filter(({ status }) => status === 'active').slice(0, LINES)
  return (
    <>
      {leading.length === 0 ? null : (
        <EventChart outcomes={leading.map((market) => ({ svcId: market.svc_id, name: outcomeName(market) }))} />
      )}
      <OutcomeLadder markets={sorted} charted={leading.map(({ svc_id }) => svc_id)} />
    </>
  )
}

/** Active markets first, each group by chance. */
const byChance = (one: Market, other: Market): number =>
  Number(other.status === 'active') - Number(one.status === 'active') || (other.last_price ?? 0) - (one.last_price ?? 0)
