/** Positions and cash of all subaccounts. The shell reads them once, and every page shows the same. */

import { signal } from '@preact/signals'
import type { components } from '../../../openapi-types.ts'
import type { Position } from '../../api/types.ts'
import type { Live } from '../use-live.ts'
import type { Money } from './sound-money.ts'
import { type Totals, totalsOf } from './totals-of.ts'

export interface OwnPositions {
  readonly subaccount_id: string
  readonly as_of: string | null
  /** Valued at the quotes of now. */
  readonly positions: readonly Position[]
}

const NOTHING = { data: null, problem: null, at: null, isOutgrown: false, isAsked: true, refresh: () => {} }

export const ownPositions = signal<Live<readonly OwnPositions[]>>(NOTHING)

export const ownCash = signal<Live<ReadonlyArray<components['schemas']['Balance']>>>(NOTHING)

/** The same for sums. */
export const ownMoney = signal<Money>({})

/** Forgets the holdings: another user may sign in next. */
export const forgetHoldings = (): void => {
  ownPositions.value = NOTHING
  ownCash.value = NOTHING
  ownMoney.value = {}
}

/** Positions of one subaccount. Without its id nothing is asked for. */
export const positionsOf = (subaccount_id: string): Live<OwnPositions> => {
  const live = ownPositions.value
  const own = live.data?.find((one) => one.subaccount_id === subaccount_id)
  const none = live.data === null ? null : { subaccount_id, as_of: null, positions: [] }
  return { ...live, data: subaccount_id === '' ? null : (own ?? none), isAsked: subaccount_id !== '' }
}

/** The money of these subaccounts together. Without an answer about both positions and cash, no equity is known. */
export const moneyOf = (subaccountIds: readonly string[]): Totals => {
  const pairs = subaccountIds.flatMap((id) => ownMoney.value[id] ?? [])
  const totals = totalsOf(
    pairs.flatMap(({ positions }) => positions),
    pairs.flatMap(({ cash }) => cash),
  )
  return ownPositions.value.data === null
    ? { ...totals, value: null, unrealized: null, equity: null, whole: null }
    : totals
}
