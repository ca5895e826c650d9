/**
 * Holds the private streams of exchange accounts while a run watches prices, and passes their updates to the account sync. The sync merges
 * updates by trade id and polls the account: the polls remain the proof.
 */

import { type AccountRef, accountName } from '#domain/accounts/account-ref.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { type Millis, SECOND } from '#domain/kernel/time.ts'
import type { AccountEvent, AccountStream, AccountStreamSource } from '#ports/exchanges/account-stream.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import type { Clock } from '#ports/kernel/clock.ts'
import type { OpenAccount } from '../../accounts/open-account.ts'
import { mapConcurrent } from '../../kernel/map-concurrent.ts'
import { AccountUpdates, type AccountUpdatesDeps } from './account-updates.ts'

export interface AccountStreamsDeps extends AccountUpdatesDeps {
  /** Null for an exchange without private streams. */
  readonly accountStreams: (name: ExchangeName) => AccountStreamSource | null
  readonly openAccount: OpenAccount
  readonly clock: Clock
}

/** Accounts of one run. A connection takes some hundred kilobytes. */
const MOST = 100
const OPENED_AT_ONCE = 8
/** Time after which an account without a stream is tried again, and credentials are read again: they may have changed or gone. */
const TRY_AGAIN_AFTER = 10 * SECOND

interface Streamed {
  readonly account: AccountRef
  checkedAt: Millis
  /** Credentials of the open stream; null while no stream is open. */
  opened: ExchangeAccount | null
  stream: AccountStream | null
  state: 'opening' | 'open' | 'lost'
}

/** The private streams of one run. Opens nothing before `follow`. */
export class AccountStreams {
  readonly #deps: AccountStreamsDeps
  readonly #updates: AccountUpdates
  readonly #streamed = new Map<string, Streamed>()
  /** Credentials for which the exchange opens no stream. */
  readonly #refused = new WeakSet<ExchangeAccount>()
  #hasReportedTooMany = false
  #isClosed = false

  constructor(deps: AccountStreamsDeps) {
    this.#deps = deps
    this.#updates = new AccountUpdates(deps)
  }

  /** Follows these accounts from now on, and opens and closes streams for them. Never throws. */
  async follow(accounts: readonly AccountRef[]): Promise<void> {
    const requested = new Map(this.#limit(accounts).map((account) => [accountName(account), account]))
    for (const [name, one] of this.#streamed) {
      if (requested.has(name)) continue
      drop(one)
      this.#streamed.delete(name)
    }
    for (const [name, account] of requested) if (!this.#streamed.has(name)) this.#streamed.set(name, unopened(account))
    await mapConcurrent(OPENED_AT_ONCE, [...this.#streamed.values()], (one) => this.#check(one))
  }

  /** Returns whether any stream was opened. */
  isOpen(): boolean {
    return [...this.#streamed.values()].some(({ opened }) => opened !== null)
  }

  /** Returns whether every stream has opened once. A stream that is opened again counts as ready. */
  isReady(): boolean {
    return [...this.#streamed.values()].every(({ opened, state }) => opened === null || state !== 'opening')
  }

  /** Closes all streams. Ends when their updates are sent. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const one of this.#streamed.values()) drop(one)
    this.#streamed.clear()
    await this.#updates.flush()
  }

  #limit(accounts: readonly AccountRef[]): readonly AccountRef[] {
    if (accounts.length > MOST && !this.#hasReportedTooMany) {
      const { log } = this.#deps
      this.#hasReportedTooMany = true
      log.warn('private streams: too many accounts; the poll serves the others', { accounts: accounts.length })
      log.metric('AccountsNotStreamed', accounts.length - MOST)
    }
    return accounts.slice(0, MOST)
  }

  /** Opens the stream of an account if none is open, or if its credentials have changed. */
  async #check(one: Streamed): Promise<void> {
    const { accountStreams, openAccount, clock, log } = this.#deps
    const { subaccountId, exchange } = one.account
    const source = accountStreams(exchange)
    if (source === null || clock() - one.checkedAt < TRY_AGAIN_AFTER) return
    one.checkedAt = clock()
    try {
      const account = await openAccount(subaccountId, exchange)
      if (isSame(one.opened, account)) return
      drop(one)
      if (account !== null && !this.#refused.has(account) && !this.#isClosed) await this.#open(one, source, account)
    } catch (error) {
      drop(one)
      log.warn('private stream not opened; the poll serves', {
        ...one.account,
        error: String(error),
      })
    }
  }

  async #open(one: Streamed, source: AccountStreamSource, account: ExchangeAccount): Promise<void> {
    one.opened = account
    const stream = await source.open(account, (event) => this.#onEvent(one, account, event))
    if (one.opened === account) one.stream = stream
    else stream.close()
  }

  /** Ignores events of a stream that was replaced. */
  #onEvent(one: Streamed, opened: ExchangeAccount, event: AccountEvent): void {
    if (this.#isClosed || one.opened !== opened) return
    switch (event.kind) {
      case 'open':
        // The account may have changed while no stream was open.
        if (one.state === 'lost') this.#updates.add(one.account, { kind: 'changed' })
        one.state = 'open'
        return
      case 'lost':
        this.#onLost(one, event.reason)
        return
      case 'refused':
        this.#onRefused(one, opened, event.reason)
        return
      default:
        this.#updates.add(one.account, event)
    }
  }

  #onLost(one: Streamed, reason: string): void {
    const { log } = this.#deps
    log.info('private stream lost', { ...one.account, reason })
    log.metric('AccountStreamsLost', 1, { exchange: one.account.exchange })
    one.state = 'lost'
  }

  #onRefused(one: Streamed, opened: ExchangeAccount, reason: string): void {
    const { log } = this.#deps
    log.warn('private stream refused by the exchange; the poll serves', { ...one.account, reason })
    log.metric('AccountStreamsRefused', 1, { exchange: one.account.exchange })
    this.#refused.add(opened)
    drop(one)
  }
}

const drop = (one: Streamed): void => {
  one.stream?.close()
  one.stream = null
  one.opened = null
  one.state = 'opening'
}

const unopened = ({ subaccountId, exchange }: AccountRef): Streamed => ({
  account: { subaccountId, exchange },
  checkedAt: Number.NEGATIVE_INFINITY,
  opened: null,
  stream: null,
  state: 'opening',
})

/** Credentials that were opened again are another object with the same content. */
const isSame = (one: ExchangeAccount | null, other: ExchangeAccount | null): boolean =>
  one === other ||
  (one !== null &&
    other !== null &&
    one.accountKey === other.accountKey &&
    JSON.stringify(one.secrets) === JSON.stringify(other.secrets))
