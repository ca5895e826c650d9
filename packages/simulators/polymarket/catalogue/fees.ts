/** Taker fee rates by category, from 10 July 2026 on (Polymarket reference, section 8.1). */

import type { FeeCategory } from './templates.ts'

export interface CategoryFee {
  /** Millionths. */
  readonly rate: number
  readonly rebateRate: number
  /** Null: no fees. */
  readonly feeType: string | null
}

export const FEES: Readonly<Record<FeeCategory, CategoryFee>> = {
  crypto: { rate: 70_000, rebateRate: 0.2, feeType: 'crypto_fees' },
  sports: { rate: 50_000, rebateRate: 0.15, feeType: 'sports_fees' },
  finance: { rate: 40_000, rebateRate: 0.25, feeType: 'finance_fees' },
  politics: { rate: 40_000, rebateRate: 0.25, feeType: 'politics_fees' },
  mentions: { rate: 40_000, rebateRate: 0.25, feeType: 'mentions_fees' },
  tech: { rate: 40_000, rebateRate: 0.25, feeType: 'tech_fees' },
  economics: { rate: 50_000, rebateRate: 0.25, feeType: 'economics_fees' },
  culture: { rate: 50_000, rebateRate: 0.25, feeType: 'culture_fees' },
  weather: { rate: 50_000, rebateRate: 0.25, feeType: 'weather_fees' },
  other: { rate: 50_000, rebateRate: 0.25, feeType: 'general_fees' },
  geopolitics: { rate: 0, rebateRate: 0, feeType: null },
}
