/** Keeps positions and cash of all subaccounts up to date while the shell is shown. */

import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { components } from '../../../openapi-types.ts'
import { ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import type { Position } from '../../api/types.ts'
import { hasNoSubaccount } from '../../session/session.ts'
import { useLive } from '../use-live.ts'
import { useQuotes } from '../use-quotes.ts'
import { forgetHoldings, type OwnPositions, ownCash, ownMoney, ownPositions } from './holdings.ts'
import { isAhead } from './is-ahead.ts'
import { isBehind } from './is-behind.ts'
import { type Money, soundMoney } from './sound-money.ts'
import { totalsOf } from './totals-of.ts'
import { valuedAt } from './valued-at.ts'
import { valuedFirst } from './valued-first.ts'

type Balance = components['schemas']['Balance']

/** An exchange shows its cash some seconds after a fill, and the service learns of some fills from its next poll. */
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
  const paidAt = usePaidAt(groups?.flatMap((group) => group.positions) ?? null)
  const valued = groups?.map((group) => ({
    ...group,
    positions: group.positions.map((one) => valuedAt(one, quotes.get(one.svc_id))),
  }))
  const now = moneyNow(ownMoney.peek(), valued ?? null, cash.data, paidAt, Date.now())
  useLayoutEffect(() => {
    ownPositions.value = { ...positions, data: valued ?? null }
    ownCash.value = cash
    ownMoney.value = soundMoney(ownMoney.peek(), now)
  })
  const mayBeOld = groups !== null && cash.data !== null && Object.values(now).some(({ isSound }) => !isSound)
  useEffect(() => {
    if (!mayBeOld) return
    const timer = setTimeout(() => {
      cash.refresh()
      positions.refresh()
    }, SOON_MS)
    return () => clearTimeout(timer)
  }, [mayBeOld, cash.at])
  useEffect(() => forgetHoldings, [])
}

/** When the payout of each market was first seen. Payouts of before are counted already. */
const usePaidAt = (positions: readonly Position[] | null): ReadonlyMap<number, number> => {
  const seen = useRef<Map<number, number> | null>(null)
  if (positions === null) return seen.current ?? new Map()
  const first = seen.current === null ? 0 : Date.now()
  seen.current ??= new Map()
  for (const { svc_id, settlement } of positions)
    if (settlement === 'paid' && !seen.current.has(svc_id)) seen.current.set(svc_id, first)
  return seen.current
}

const moneyNow = (
  before: Money,
  groups: readonly OwnPositions[] | null,
  cash: readonly Balance[] | null,
  paidAt: ReadonlyMap<number, number>,
  at: number,
): Money => {
  const ids = new Set([...(groups ?? []), ...(cash ?? [])].map(({ subaccount_id }) => subaccount_id))
  return Object.fromEntries(
    [...ids].map((id) => {
      const group = groups?.find(({ subaccount_id }) => subaccount_id === id)
      const pair = {
        positions: group?.positions ?? [],
        cash: (cash ?? []).filter(({ subaccount_id }) => subaccount_id === id),
      }
      const isWhole = groups !== null && cash !== null
      const last = before[id]
      const isOld = group !== undefined && isBehind(group, pair.cash, at, paidAt)
      const isEarly =
        last !== undefined && (isAhead(last, pair, group?.as_of ?? null) || unpriced(pair) > unpriced(last))
      return [id, { ...pair, at, isSound: isWhole && !isOld && !isEarly }]
    }),
  )
}

/** How many positions have no price. The price of a new one comes a moment after it. */
const unpriced = ({ positions }: { readonly positions: readonly Position[] }): number =>
  totalsOf(positions, []).unpriced
