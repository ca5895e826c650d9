/** Stores the equity of exchange accounts, by hour. */

import type { AccountRef } from '#domain/accounts/account-ref.ts'
import type { Millis } from '#domain/kernel/time.ts'
import type { EquityDay } from '#domain/portfolio/equity-day.ts'

export interface EquityStore {
  /** The stored day; null if there is none. May lag by a moment. */
  get(account: AccountRef, startsAt: Millis): Promise<EquityDay | null>
  /** Stores a day, provided its stored version is the one given, which then grows by one. */
  save(day: EquityDay): Promise<boolean>
  /** The days of all accounts of a subaccount since `from`, oldest first. Days that cannot be read are left out. May lag by a moment. */
  ofSubaccount(subaccountId: string, from: Millis): Promise<readonly EquityDay[]>
  /** Removes all days of a subaccount: the next point begins a new curve. */
  clear(subaccountId: string): Promise<void>
}
