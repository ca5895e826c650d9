/**
 * Follows the private streams of exchange accounts while a run watches prices, and passes on what they tell. The consumer merges
 * it by trade id, and looks at the account: the account sync stays the proof.
 */

import { type AccountRef, accountName } from '#domain/accounts/account-ref.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { type Millis, SECOND } from '#domain/kernel/time.ts'
import type { AccountEvent, AccountStream, AccountStreamSource } from '#ports/exchanges/account-stream.ts'
import type { ExchangeAccount } from '#ports/exchanges/exchange-account.ts'
import type { After, Clock } from '#ports/kernel/clock.ts'
import type { Log } from '#ports/kernel/log.ts'
import type { AccountNews, Queues } from '#ports/work/queues.ts'
import type { OpenAccount } from '../../accounts/open-account.ts'
import { atOnce } from '../../kernel/at-once.ts'

export interface FollowAccountsDeps {
  /** Null for an exchange without private streams. */
  readonly accountStreams: (name: ExchangeName) => AccountStreamSource | null
  readonly openAccount: OpenAccount
  readonly queues: Queues
  readonly after: After
  readonly clock: Clock
  readonly log: Log
}

export interface FollowedAccounts {
  /** Follows these accounts from now on, and opens and closes streams for that. Never throws. */
  follow(accounts: readonly AccountRef[]): Promise<void>
  /** Whether any stream was opened. */
  isOpen(): boolean
  /** Whether the streams tell all that they were asked for, except those that had to be opened again. */
  isReady(): boolean
  /** Closes all streams, and ends when what they have told is passed on. */
  close(): Promise<void>
}

/** Accounts of one run. A connection takes some hundred kilobytes. */
const MOST = 100
const OPENED_AT_ONCE = 8
/** How soon an account without a stream is tried again, and credentials are read again: they may have changed or gone. */
const TRY_AGAIN_AFTER = 10 * SECOND
/** What happens together is passed on together: one match can fill an order in many parts. */
const COLLECT_FOR = 20
/** Fills, and orders, of one message. */
const MOST_AT_ONCE = 100

interface Followed {
  readonly account: AccountRef
  checkedAt: Millis
  /** What it is open with; null while it is not. */
  opened: ExchangeAccount | null
  stream: AccountStream | null
  state: 'opening' | 'open' | 'lost'
  news: { readonly fills: AccountNews['fills'][number][]; readonly orders: AccountNews['orders'][number][] } | null
  cancelSend: () => void
}

/** Opens nothing before `follow`. */
export const followAccounts = (deps: FollowAccountsDeps): FollowedAccounts => {
  const followed = new Map<string, Followed>()
  /** Accounts, with these very secrets, for which the exchange opens no stream. */
  const refused = new WeakSet<ExchangeAccount>()
  const sending = new Set<Promise<void>>()
  let tooMany = false
  let closed = false

  const send = async (one: Followed): Promise<void> => {
    const { account, news } = one
    one.news = null
    if (news === null) return
    try {
      const most = Math.max(news.fills.length, news.orders.length)
      for (let start = 0; start === 0 || start < most; start += MOST_AT_ONCE) {
        const upTo = start + MOST_AT_ONCE
        const part = { fills: news.fills.slice(start, upTo), orders: news.orders.slice(start, upTo) }
        await deps.queues.send('sync-account', { ...account, poll: 0, news: part }, { group: account.subaccountId })
      }
    } catch (error) {
      deps.log.warn('news of an account could not be passed on; the poll finds it', {
        ...account,
        error: String(error),
      })
    }
  }

  const begin = (one: Followed): void => {
    const sent = send(one).finally(() => sending.delete(sent))
    sending.add(sent)
  }

  const collect = (one: Followed): NonNullable<Followed['news']> => {
    if (one.news !== null) return one.news
    one.news = { fills: [], orders: [] }
    one.cancelSend = deps.after(COLLECT_FOR, () => begin(one))
    return one.news
  }

  const drop = (one: Followed): void => {
    one.stream?.close()
    one.stream = null
    one.opened = null
    one.state = 'opening'
  }

  const hear = (one: Followed, opened: ExchangeAccount, event: AccountEvent): void => {
    if (closed || one.opened !== opened) return
    switch (event.kind) {
      case 'open':
        // Something may have happened while no stream was open.
        if (one.state === 'lost') collect(one)
        one.state = 'open'
        return
      case 'fill':
        collect(one).fills.push({ ...event.fill, identity: event.identity })
        return
      case 'order':
        collect(one).orders.push(event.report)
        return
      case 'changed':
        collect(one)
        return
      case 'lost':
        deps.log.info('the stream of an account was lost', { ...one.account, reason: event.reason })
        deps.log.metric('AccountStreamsLost', 1, { exchange: one.account.exchange })
        one.state = 'lost'
        return
      case 'refused':
        deps.log.warn('the exchange opens no stream for an account; the poll serves', {
          ...one.account,
          reason: event.reason,
        })
        deps.log.metric('AccountStreamsRefused', 1, { exchange: one.account.exchange })
        refused.add(opened)
        drop(one)
    }
  }

  const check = async (one: Followed): Promise<void> => {
    const { subaccountId, exchange } = one.account
    const source = deps.accountStreams(exchange)
    if (source === null || deps.clock() - one.checkedAt < TRY_AGAIN_AFTER) return
    one.checkedAt = deps.clock()
    try {
      const account = await deps.openAccount(subaccountId, exchange)
      if (isSame(one.opened, account)) return
      drop(one)
      if (account === null || refused.has(account) || closed) return
      one.opened = account
      const stream = await source.open(account, (event) => hear(one, account, event))
      if (one.opened !== account) stream.close()
      else one.stream = stream
    } catch (error) {
      drop(one)
      deps.log.warn('the stream of an account could not be opened; the poll serves', {
        ...one.account,
        error: String(error),
      })
    }
  }

  const forget = (key: string, one: Followed): void => {
    drop(one)
    followed.delete(key)
  }

  const limited = (accounts: readonly AccountRef[]): readonly AccountRef[] => {
    if (accounts.length > MOST && !tooMany) {
      tooMany = true
      deps.log.warn('more accounts than one run follows; the poll serves the others', { accounts: accounts.length })
      deps.log.metric('AccountsNotStreamed', accounts.length - MOST)
    }
    return accounts.slice(0, MOST)
  }

  return {
    follow: async (accounts) => {
      const wanted = new Map(limited(accounts).map((account) => [accountName(account), account]))
      for (const [key, one] of followed) if (!wanted.has(key)) forget(key, one)
      for (const [key, account] of wanted) {
        if (!followed.has(key)) followed.set(key, newcomer(account))
      }
      await atOnce(OPENED_AT_ONCE, [...followed.values()], check)
    },
    isOpen: () => [...followed.values()].some(({ opened }) => opened !== null),
    isReady: () => [...followed.values()].every(({ opened, state }) => opened === null || state !== 'opening'),
    close: async () => {
      closed = true
      for (const one of followed.values()) {
        drop(one)
        one.cancelSend()
        begin(one)
      }
      followed.clear()
      await Promise.all(sending)
    },
  }
}

const newcomer = ({ subaccountId, exchange }: AccountRef): Followed => ({
  account: { subaccountId, exchange },
  checkedAt: Number.NEGATIVE_INFINITY,
  opened: null,
  stream: null,
  state: 'opening',
  news: null,
  cancelSend: () => undefined,
})

/** Secrets that were opened anew are another object with the same content. */
const isSame = (one: ExchangeAccount | null, other: ExchangeAccount | null): boolean =>
  one === other ||
  (one !== null &&
    other !== null &&
    one.accountKey === other.accountKey &&
    JSON.stringify(one.secrets) === JSON.stringify(other.secrets))
