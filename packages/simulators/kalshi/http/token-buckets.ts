/** Token buckets per account, for reads and per shard for writes (Kalshi reference, section 4). */

export const TIERS = {
  basic: { read: 200, write: 100 },
  advanced: { read: 300, write: 300 },
  expert: { read: 600, write: 600 },
  premier: { read: 1_200, write: 1_200 },
  paragon: { read: 2_400, write: 2_400 },
  prime: { read: 4_800, write: 4_800 },
  prestige: { read: 12_000, write: 9_600 },
} as const

export type Tier = keyof typeof TIERS

/** Three seconds of budget for writes above Basic and for reads at Advanced; else one (the recorded Basic reads had one). */
export const capacityOf = (tier: Tier, lane: 'read' | 'write'): number => {
  const seconds = tier !== 'basic' && (lane === 'write' || tier === 'advanced') ? 3 : 1
  return TIERS[tier][lane] * seconds
}

export interface TokenBuckets {
  readonly takeRead: (account: string, tier: Tier, cost: number) => boolean
  /** The balance has a bucket of its own, without a burst (changes of November 2026, EXCHANGE_A 1). */
  readonly takeBalance: (account: string, tier: Tier) => boolean
  /**
   * A shard draws on its own bucket, 0 and batches on the unscoped one (`null`), auto-routed writes on all of them.
   */
  readonly takeWrite: (account: string, tier: Tier, cost: number, shard: number | 'auto') => boolean
}

export const createTokenBuckets = (clock: () => number, shards: number): TokenBuckets => {
  const buckets = new Map<string, { tokens: number; at: number }>()

  const bucket = (name: string, rate: number, capacity: number) => {
    const now = clock()
    const known = buckets.get(name) ?? { tokens: capacity, at: now }
    known.tokens = Math.min(capacity, known.tokens + (Math.max(0, now - known.at) * rate) / 1000)
    known.at = now
    buckets.set(name, known)
    return known
  }

  const take = (names: readonly string[], rate: number, capacity: number, cost: number): boolean => {
    const drawn = names.map((name) => bucket(name, rate, capacity))
    if (drawn.some(({ tokens }) => tokens < cost)) return false
    for (const each of drawn) each.tokens -= cost
    return true
  }

  return {
    takeRead: (account, tier, cost) => take([`${account}|read`], TIERS[tier].read, capacityOf(tier, 'read'), cost),
    takeBalance: (account, tier) => {
      const perSecond = tier === 'basic' || tier === 'advanced' ? 1 : 5
      return take([`${account}|balance`], perSecond, 1, 1)
    },
    takeWrite: (account, tier, cost, shard) => {
      const all = Array.from({ length: shards }, (_, index) => index)
      const names = (shard === 'auto' ? all : [shard]).map((index) => `${account}|write|${index}`)
      return take(names, TIERS[tier].write, capacityOf(tier, 'write'), cost)
    },
  }
}
