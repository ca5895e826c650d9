/** The allocation of an account's free cash, as our interface takes and shows it. */

import type { InferInput } from 'valibot'
import type { CashTarget } from '#domain/accounts/cash-target.ts'
import { decimal } from '../validation/fields/decimal.ts'
import { integer } from '../validation/fields/integer.ts'
import { list } from '../validation/fields/list.ts'
import { object } from '../validation/fields/object.ts'
import type { Rule } from '../validation/request-shape.ts'

/** A share of one percent, in millionths. */
const PERCENT = 10_000

const target = () => object({ shard: integer({ ge: 0, le: 63 }), share: decimal({ ge: 0, le: 1 }) })

export const allocationBody = object({ targets: list(target(), { max: 64 }) })

export const allocationRecord = object({ targets: list(object({ shard: integer(), share: decimal() })) })

interface Targets {
  readonly targets: readonly { readonly shard: number; readonly share: number }[]
}

/** Shares are whole percents and make up all of the cash. */
export const allocationRule: Rule<Targets> = ({ targets }) => {
  if (targets.length === 0) return null
  if (targets.some(({ share }) => share % PERCENT !== 0)) return 'a share must have at most two decimals'
  if (new Set(targets.map(({ shard }) => shard)).size < targets.length) return 'each shard can be named once'
  const whole = targets.reduce((sum, { share }) => sum + share, 0)
  return whole === 100 * PERCENT ? null : 'the shares must add up to 1'
}

/** The targets of a body that fits its rule. */
export const toCashTargets = ({ targets }: Targets): readonly CashTarget[] =>
  targets.map(({ shard, share }) => ({ shard, percent: share / PERCENT }))

/** As they were set. */
export const toAllocationRecord = (targets: readonly CashTarget[]): InferInput<typeof allocationRecord> => ({
  targets: targets.map(({ shard, percent }) => ({ shard, share: percent / 100 })),
})
