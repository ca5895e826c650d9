/** Reads and changes paper accounts. A change is decided again if the account has changed meanwhile. */

import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { fromDecimal, money } from '#domain/kernel/numbers.ts'
import {
  openingAccount,
  type PaperAccount,
  type PaperAccountRef,
  type PaperChange,
} from '#domain/paper/paper-account.ts'
import type { PaperOrder } from '#domain/paper/paper-order.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import type { PaperStore } from '#ports/exchanges/paper-store.ts'
import { CASH, NAME } from './verify.ts'

/** An account and its orders on the book, read together. */
export interface PaperDesk {
  readonly account: PaperAccount
  readonly orders: readonly PaperOrder[]
}

/** `change` is stored, if there is one; `result` is returned. */
export interface Decided<Result> {
  readonly result: Result
  readonly change: PaperChange<PaperOrder> | null
}

/** Longer contention has another cause. */
const MOST_TRIES = 25

export class PaperAccounts {
  readonly #exchange: ExchangeName
  readonly #store: PaperStore

  constructor(exchange: ExchangeName, store: PaperStore) {
    this.#exchange = exchange
    this.#store = store
  }

  refOf({ secrets }: Pick<ExchangeAccount, 'secrets'>): PaperAccountRef {
    return { exchange: this.#exchange, account: secrets[NAME] ?? '' }
  }

  async account(account: ExchangeAccount): Promise<PaperAccount> {
    const ref = this.refOf(account)
    return (await this.#store.account(ref)) ?? openingAccount(ref, money(fromDecimal(account.secrets[CASH] ?? '') ?? 0))
  }

  /** The account with the orders on its book. Another write in between shows in its version. */
  async desk(account: ExchangeAccount): Promise<PaperDesk> {
    const stored = await this.account(account)
    const orders = stored.open.length === 0 ? [] : await this.#store.orders(stored, stored.open)
    return { account: stored, orders: orders.filter(({ state }) => state === 'live') }
  }

  order(account: ExchangeAccount, paperId: string): Promise<PaperOrder | null> {
    return this.#store.order(this.refOf(account), paperId)
  }

  /** Decides from the stored account, and stores the decision. Throws `ExchangeUnavailable` if others are faster each time. */
  async change<Result>(
    account: ExchangeAccount,
    decide: (desk: PaperDesk) => Decided<Result> | Promise<Decided<Result>>,
  ): Promise<Result> {
    for (let tried = 0; tried < MOST_TRIES; tried += 1) {
      const { result, change } = await decide(await this.desk(account))
      if (change === null || (await this.#store.save(change))) return result
    }
    throw new ExchangeUnavailable(this.#exchange, 'The paper account changes too often at this moment.')
  }
}
