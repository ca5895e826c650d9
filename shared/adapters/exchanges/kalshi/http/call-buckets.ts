/** Token buckets that each call draws on (Kalshi reference, section 4). */

import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import type { JsonCall } from '../../http/json-call.ts'
import type { BucketSize, Grant, GrantAside, RateBudget } from '../../http/rate-budget.ts'
import type { KnownLimits } from './known-limits.ts'

export interface Call extends JsonCall {
  /** Tokens that the call costs (Kalshi reference, section 4). */
  readonly cost: number
  /** `reads`: a write that is no order (live reference, section 3.1). `balance`: a bucket of its own, in calls. Absent: by its method. */
  readonly drawsOn?: 'reads' | 'balance'
  /** Shard whose write bucket the call draws on. */
  readonly shard?: number
  /** Tokens that stay for more urgent calls. */
  readonly keep?: number | undefined
}

interface Bucket {
  readonly name: string
  readonly size: BucketSize
}

/** Limits of public reads are not published; clients space them by 0.12 s (reference, section 4). */
const PUBLIC_READS: BucketSize = { perSecond: 80, capacity: 80 }
/** Basic and Advanced accounts have one call a second for the balance, without a burst (changes of November 2026, EXCHANGE_A 1). */
const BALANCES: BucketSize = { perSecond: 1, capacity: 1 }
/** Paths of market data that is read for an account. */
const MARKET_DATA = /^\/(markets|exchange\/status)\b/
/** Part of an account's reads for market data. Polls and look-ups of orders, also in other processes, have the rest. */
const MARKET_DATA_SHARE = 3 / 4

export class CallBuckets {
  readonly #budget: RateBudget
  readonly #limits: KnownLimits

  constructor(budget: RateBudget, limits: KnownLimits) {
    this.#budget = budget
    this.#limits = limits
  }

  /** Takes the cost of a call from each of its buckets. The call waits for the slowest of them. */
  take(account: ExchangeAccount | null, call: Call, patienceMs: number): Grant {
    let waitMs = 0
    for (const { name, size } of this.#bucketsOf(account, call)) {
      const grant = this.#budget.take(name, size, call.cost, patienceMs, call.keep)
      if (!grant.go) return grant
      waitMs = Math.max(waitMs, grant.waitMs)
    }
    return { go: true, waitMs }
  }

  /** Sets aside the tokens of a later write. */
  setAside(account: ExchangeAccount, call: Pick<Call, 'cost' | 'shard' | 'keep'>, patienceMs: number): GrantAside {
    const { name, size } = this.#writesOf(account, call)
    return this.#budget.setAside(name, size, call.cost, patienceMs, call.keep)
  }

  /**
   * Lowers the buckets of a call that was refused for its rate. All processes of an account share its limit. A third of
   * public lists is refused at any rate.
   */
  refused(account: ExchangeAccount | null, call: Call): void {
    for (const { name, size } of this.#bucketsOf(account, call)) {
      if (account === null) this.#budget.drain(name, size)
      else this.#budget.giveWay(name, size)
    }
  }

  /** Returns the buckets of a call, the smallest first. */
  #bucketsOf(account: ExchangeAccount | null, call: Call): readonly Bucket[] {
    if (account === null) return [{ name: 'public', size: PUBLIC_READS }]
    if (call.drawsOn === 'balance') return [{ name: `${account.accountKey}:balance`, size: BALANCES }]
    if (call.method !== 'GET' && call.drawsOn !== 'reads') return [this.#writesOf(account, call)]
    const { read } = this.#limits.of(account.accountKey)
    const reads = { name: `${account.accountKey}:read`, size: read }
    if (!MARKET_DATA.test(call.path)) return [reads]
    return [{ name: `${account.accountKey}:market-data`, size: scaled(read, MARKET_DATA_SHARE) }, reads]
  }

  /** Returns the write bucket of a shard; shard 0 and no shard use the unscoped one. */
  #writesOf({ accountKey }: ExchangeAccount, { shard = 0 }: Pick<Call, 'shard'>): Bucket {
    return { name: `${accountKey}:write:${shard}`, size: this.#limits.of(accountKey).write }
  }
}

const scaled = ({ perSecond, capacity }: BucketSize, share: number): BucketSize => ({
  perSecond: perSecond * share,
  capacity: capacity * share,
})
