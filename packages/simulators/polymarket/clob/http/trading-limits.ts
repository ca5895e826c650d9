/**
 * The token buckets of signers, and their headers in answers (Polymarket reference, section 8.3; live reference,
 * section 7).
 */

import type { HttpReply } from '../../../engine/http/json-server.ts'
import { Refusal } from '../../http/refusal.ts'

export const LIMIT_MODES = ['off', 'warn', 'enforce'] as const
const LIMIT_TIERS = {
  standard: [40, 60],
  copper: [60, 90],
  silver: [200, 300],
  platinum: [450, 675],
  diamond: [525, 787],
  elite: [600, 900],
} as const

export interface TradingLimits {
  /** `warn`: buckets are reported and may be overdrawn; `enforce`: calls beyond them are refused. */
  mode: (typeof LIMIT_MODES)[number]
  tier: keyof typeof LIMIT_TIERS
  /** By signer and kind of call. */
  readonly buckets: Map<string, { readonly tokens: number; readonly at: number }>
}

type Kind = 'order' | 'cancel'

/** Twice as many cancels as orders are allowed, and one more at once in the Diamond tier: its bursts are rounded. */
const sizeOf = ({ tier }: TradingLimits, kind: Kind) => {
  const [perSecond, capacity] = LIMIT_TIERS[tier]
  return kind === 'order' ? { perSecond, capacity } : { perSecond: 2 * perSecond, capacity: 3 * perSecond }
}

/**
 * Takes the tokens of the call, all or none; throws a 429 if too few are left and limits are enforced. The result
 * appears in the headers of the answer.
 */
export const takeToken = (
  { limits, clock }: { readonly limits: TradingLimits; readonly clock: () => number },
  signer: string,
  kind: Kind,
  cost: number,
): Readonly<Record<string, string>> => {
  if (limits.mode === 'off') return {}
  const { perSecond, capacity } = sizeOf(limits, kind)
  const [name, now] = [`${signer}|${kind}`, clock()]
  const before = limits.buckets.get(name) ?? { tokens: capacity, at: now }
  const level = Math.min(capacity, before.tokens + ((now - before.at) * perSecond) / 1_000)
  const isRefused = limits.mode === 'enforce' && level < cost
  const tokens = isRefused ? level : level - cost
  limits.buckets.set(name, { tokens, at: now })
  const headers = {
    'poly-ratelimit-remaining': String(Math.floor(tokens)),
    'poly-ratelimit-reset': String(Math.ceil(now / 1_000 + Math.max(0, (isRefused ? cost : 1) - tokens) / perSecond)),
    'poly-ratelimit-tier': limits.tier,
    ...(limits.mode === 'warn' && tokens < 0 ? { 'poly-ratelimit-warning': 'true' } : {}),
  }
  if (isRefused) throw new Refusal(429, 'Too Many Requests', {}, { ...headers, 'retry-after': '1' })
  return headers
}

export const withHeaders = (reply: HttpReply, headers: Readonly<Record<string, string>>): HttpReply => ({
  ...reply,
  headers: { ...reply.headers, ...headers },
})
