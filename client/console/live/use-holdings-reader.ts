/** Keeps positions and cash of all subaccounts up to date while the shell is shown. */

import { useEffect, useLayoutEffect } from 'preact/hooks'
import { ask } from '../api/ask.ts'
import { api } from '../api/client.ts'
import { hasNoSubaccount } from '../session/session.ts'
import { forgetHoldings, ownCash, ownPositions } from './holdings.ts'
import { isBehind } from './is-behind.ts'
import { useLive } from './use-live.ts'
import { useQuotes } from './use-quotes.ts'
import { valuedAt } from './valued-at.ts'
import { valuedFirst } from './valued-first.ts'

/** An exchange shows its cash some seconds after a fill. */
const SOON_MS = 3_000

/** A hook of the shell: only one part of the page reads. */
export const useHoldingsReader = (): void => {
  const key = hasNoSubaccount.value ? '' : 'own'
  const positions = useLive(key, () => ask(api.GET('/v1/positions', { params: { query: { include_closed: true } } })), {
    everyS: 5,
    topics: ['positions', 'fills', 'orders'],
    isStreamed: true,
  })
  const cash = useLive(key, () => ask(api.GET('/v1/balances', {})), { everyS: 30, topics: ['balances', 'fills'] })
  const groups = positions.data?.subaccount_to_positions ?? null
  const quotes = useQuotes(valuedFirst(groups?.flatMap((group) => group.positions) ?? []))
  useLayoutEffect(() => {
    const data = groups?.map((group) => ({
      ...group,
      positions: group.positions.map((one) => valuedAt(one, quotes.get(one.svc_id))),
    }))
    ownPositions.value = { ...positions, data: data ?? null }
    ownCash.value = cash
  })
  const mayBeOld = groups !== null && isBehind(groups, cash.data ?? [], Date.now())
  useEffect(() => {
    if (!mayBeOld) return
    const timer = setTimeout(cash.refresh, SOON_MS)
    return () => clearTimeout(timer)
  }, [mayBeOld, cash.at])
  useEffect(() => forgetHoldings, [])
}
