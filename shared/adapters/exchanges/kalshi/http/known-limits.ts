/** Sizes of an account's token buckets, by the tier that the exchange reports (Kalshi reference, section 4). */

import * as v from 'valibot'
import { keepNewest } from '#domain/kernel/keep-newest.ts'
import { HOUR, type Millis } from '#domain/kernel/time.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { BucketSize } from '../../http/rate-budget.ts'

export interface AccountLimits {
  readonly read: BucketSize
  readonly write: BucketSize
}

export interface KnownLimits {
  /** Returns the limits of the Basic tier until others are known: they hold for every account. */
  of(accountKey: string): AccountLimits
  /**
   * Reads the limits at most once an hour; simultaneous calls share one answer. `ask` returns a body, or null. The wait
   * for it is at most `withinMs`.
   */
  learn(accountKey: string, ask: () => Promise<unknown>, withinMs: number): Promise<void>
}

const BASIC: AccountLimits = { read: { perSecond: 200, capacity: 200 }, write: { perSecond: 100, capacity: 100 } }
const LASTS = HOUR
/** More than the accounts that a container serves. */
const MOST_ACCOUNTS = 1_000

/** Begins empty, and is private to this process. */
export const knownLimits = (clock: Clock): KnownLimits => {
  const known = new Map<string, { readonly limits: AccountLimits; readonly at: Millis }>()
  const requests = new Map<string, Promise<void>>()

  const askNow = async (accountKey: string, ask: () => Promise<unknown>): Promise<void> => {
    const reading = v.safeParse(WireLimits, await ask())
    const before = known.get(accountKey)?.limits ?? BASIC
    const limits = reading.success ? toLimits(reading.output) : before
    keepNewest(known, accountKey, { limits, at: clock() }, MOST_ACCOUNTS)
  }

  return {
    of: (accountKey) => known.get(accountKey)?.limits ?? BASIC,
    learn: async (accountKey, ask, withinMs) => {
      const { at } = known.get(accountKey) ?? { at: null }
      if (at !== null && clock() - at < LASTS) return
      const pending =
        requests.get(accountKey) ??
        askNow(accountKey, ask).finally(() => {
          requests.delete(accountKey)
        })
      requests.set(accountKey, pending)
      await Promise.race([pending, after(withinMs)])
    },
  }
}

const WireBucket = v.object({
  refill_rate: v.pipe(v.number(), v.minValue(1), v.maxValue(1e6)),
  bucket_capacity: v.pipe(v.number(), v.minValue(1), v.maxValue(1e7)),
})
export const WireLimits = v.object({ read: WireBucket, write: WireBucket })

const toLimits = ({ read, write }: v.InferOutput<typeof WireLimits>): AccountLimits => ({
  read: sizeOf(read),
  write: sizeOf(write),
})

const sizeOf = ({
  refill_rate: perSecond,
  bucket_capacity: capacity,
}: v.InferOutput<typeof WireBucket>): BucketSize => ({
  perSecond,
  capacity,
})

const after = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    AbortSignal.timeout(ms).addEventListener('abort', () => resolve(), { once: true })
  })
