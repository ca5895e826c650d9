/** Where subaccounts with a daily limit stood at the beginning of the day; see `domain/risk/trading-day.ts`. */

import type { TradingDay } from '#domain/risk/trading-day.ts'

export interface TradingDayStore {
  /** The last one that began (strongly consistent); null where there is no daily limit, or none was looked at yet. */
  get(subaccountId: string): Promise<TradingDay | null>
  /** Those of subaccounts that have one and can be read, in no order (strongly consistent). */
  getMany(subaccountIds: readonly string[]): Promise<readonly TradingDay[]>
  /** Creates (version 0) or replaces it, provided the stored version is the one given. */
  save(day: TradingDay): Promise<boolean>
  /** Provided the stored version is the one given. */
  remove(day: TradingDay): Promise<boolean>
}
