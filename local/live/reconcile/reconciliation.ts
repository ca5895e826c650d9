/** Compares the accounts with their exchanges at the start, before new orders are accepted, and reports each change. */

import { accountSyncStore } from '#adapters/store/accounts/account-syncs.ts'
import type { Table } from '#adapters/store/engine/table.ts'
import { orderStore } from '#adapters/store/orders/orders.ts'
import { dueWork } from '#adapters/store/work/due-work.ts'
import type { AccountRef } from '#domain/accounts/account-ref.ts'
import { HOUR } from '#domain/kernel/time.ts'
import type { Order } from '#domain/orders/order.ts'
import { mapConcurrent } from '#use-cases/kernel/map-concurrent.ts'
import type { GuardReach, OrderGuard } from '../../stack/order-guard.ts'
import { movedOrders } from './moved-orders.ts'
import { type UnwatchedOptions, unwatchedStops } from './unwatched-stops.ts'

interface ReconciliationOptions extends Omit<UnwatchedOptions, 'table'> {
  readonly say: (text: string) => void
}

export class Reconciliation implements OrderGuard {
  readonly #options: ReconciliationOptions
  #isOpen = false

  constructor(options: ReconciliationOptions) {
    this.#options = options
  }

  readonly reason = (): string | null =>
    this.#isOpen ? null : 'The service compares its orders with the exchanges after its start.'

  readonly settle = async ({ table, poll }: GuardReach): Promise<void> => {
    const { say, now, unreached } = this.#options
    const accounts = await accountsIn(table, now())
    if (accounts.length > 0) say(`comparing ${counted(accounts.length, 'account')} with the exchanges`)
    // Read before the accounts are polled: the polls change what the watch has seen.
    const missed = await unwatchedStops({ ...this.#options, table }).catch((error: unknown) => [
      `stops could not be compared with the trades meanwhile: ${String(error)}`,
    ])
    const moved = new Map<AccountRef, readonly string[] | null>()
    await mapConcurrent(AT_ONCE, accounts, async (account) => {
      moved.set(account, unreached.has(account.exchange) ? null : await reconciled(table, account, poll))
    })
    const changes = [...[...moved.values()].flatMap((lines) => lines ?? []), ...missed]
    for (const line of changes.slice(0, MOST_LINES)) say(line)
    if (changes.length > MOST_LINES) say(`${changes.length - MOST_LINES} more: npm run cli -- orders`)
    say(summaryOf(moved, changes.length))
    this.#isOpen = true
  }
}

/** A thread each. */
const AT_ONCE = 4

/** Lines that a person reads at a start. */
const MOST_LINES = 30

/** Each account with credentials is due within the hour. */
const accountsIn = async (table: Table, now: number): Promise<readonly AccountRef[]> =>
  (await dueWork(table, now + 2 * HOUR, MOST_ACCOUNTS)).flatMap((due) => (due.kind === 'account' ? [due] : []))

const MOST_ACCOUNTS = 5_000

/** Null if the exchange does not answer. */
const reconciled = async (
  table: Table,
  account: AccountRef,
  poll: GuardReach['poll'],
): Promise<readonly string[] | null> => {
  const orders = orderStore(table)
  const before: readonly Order[] = await orders.live(account.subaccountId, account.exchange, { skipUnreadable: true })
  const state = await accountSyncStore(table).get(account.subaccountId, account.exchange)
  if (state === null) return []
  if (!(await poll(account, state.poll + 1))) return null
  return movedOrders(before, await orders.findMany(before.map(({ orderId }) => orderId)))
}

const summaryOf = (moved: ReadonlyMap<AccountRef, readonly string[] | null>, changes: number): string => {
  const silent = [...moved].flatMap(([account, lines]) => (lines === null ? [account] : []))
  const exchanges = [...new Set(silent.map(({ exchange }) => exchange))].join(' and ')
  const unread = silent.length === 0 ? '' : `; not compared, because ${exchanges} did not answer: ${silent.length}`
  const changed = changes === 0 ? 'nothing has changed' : `${counted(changes, 'change')} while the service was away`
  return `orders are accepted: ${counted(moved.size - silent.length, 'account')} compared, ${changed}${unread}`
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
