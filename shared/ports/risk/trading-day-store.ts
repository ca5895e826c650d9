/** Stores the balance of subaccounts with a daily limit at the beginning of the day; see `domain/risk/trading-day.ts`. */

import type { TradingDay } from '#domain/risk/trading-day.ts'

export interface TradingDayStore {
  /** Returns the day that began last (strongly consistent); null if there is no daily limit, or no day has begun yet. */
  get(subaccountId: string): Promise<TradingDay | null>
  /** Returns the days that exist and can be read, in no order (strongly consistent). */
  getMany(subaccountIds: readonly string[]): Promise<readonly TradingDay[]>
  /** Creates (version 0) or replaces it, provided the stored version is the one given. */
  save(day: TradingDay): Promise<boolean>
  /** Provided the stored version is the one given. */
  remove(day: TradingDay): Promise<boolean>
}
