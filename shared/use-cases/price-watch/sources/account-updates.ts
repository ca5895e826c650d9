/** Collects the updates of private streams, and sends them to the account sync. Updates at the same moment share a message. */

import { type AccountRef, accountName } from '#domain/accounts/account-ref.ts'
import type { AccountEvent } from '#ports/exchanges/account-stream.ts'
import type { After } from '#ports/kernel/clock.ts'
import type { Log } from '#ports/kernel/log.ts'
import type { AccountUpdate, Queues } from '#ports/work/queues.ts'

export interface AccountUpdatesDeps {
  readonly queues: Queues
  readonly after: After
  readonly log: Log
}

/** Time in which updates of an account are collected: one match can fill an order in many parts. */
const COLLECT_FOR = 20
/** Fills, and orders, of one message. */
const MOST_AT_ONCE = 100

interface Collected {
  readonly account: AccountRef
  readonly fills: AccountUpdate['fills'][number][]
  readonly orders: AccountUpdate['orders'][number][]
  cancel: () => void
}

export class AccountUpdates {
  readonly #deps: AccountUpdatesDeps
  readonly #collected = new Map<string, Collected>()
  readonly #sending = new Set<Promise<void>>()

  constructor(deps: AccountUpdatesDeps) {
    this.#deps = deps
  }

  /** Adds an event of the account. `changed` only asks for a poll of the account. */
  add(account: AccountRef, event: Extract<AccountEvent, { kind: 'fill' | 'order' | 'changed' }>): void {
    const collected = this.#collect(account)
    if (event.kind === 'fill') collected.fills.push({ ...event.fill, identity: event.identity })
    if (event.kind === 'order') collected.orders.push(event.report)
  }

  /** Sends everything collected. Ends when it is sent. */
  async flush(): Promise<void> {
    for (const [name, { cancel }] of this.#collected) {
      cancel()
      this.#begin(name)
    }
    await Promise.all(this.#sending)
  }

  #collect(account: AccountRef): Collected {
    const name = accountName(account)
    const known = this.#collected.get(name)
    if (known !== undefined) return known
    const begun: Collected = { account, fills: [], orders: [], cancel: () => undefined }
    this.#collected.set(name, begun)
    begun.cancel = this.#deps.after(COLLECT_FOR, () => this.#begin(name))
    return begun
  }

  #begin(name: string): void {
    const collected = this.#collected.get(name)
    if (collected === undefined) return
    this.#collected.delete(name)
    const sent = this.#send(collected).finally(() => this.#sending.delete(sent))
    this.#sending.add(sent)
  }

  /** Never throws: the poll of the account finds updates that are lost here. */
  async #send({ account, fills, orders }: Collected): Promise<void> {
    try {
      const most = Math.max(fills.length, orders.length)
      for (let start = 0; start === 0 || start < most; start += MOST_AT_ONCE) {
        const end = start + MOST_AT_ONCE
        const news = { fills: fills.slice(start, end), orders: orders.slice(start, end) }
        await this.#deps.queues.send('sync-account', { ...account, poll: 0, news }, { group: account.subaccountId })
      }
    } catch (error) {
      this.#deps.log.warn('account update not sent; the poll finds it', {
        ...account,
        error: String(error),
      })
    }
  }
}
