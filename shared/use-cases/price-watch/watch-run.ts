/** Watches prices and accounts until the next run takes over. Polls once if nothing is watched. */

import { type AccountRef, accountName } from '#domain/accounts/account-ref.ts'
import type { ExchangeName } from '#domain/kernel/exchange-name.ts'
import { type Millis, SECOND } from '#domain/kernel/time.ts'
import { isInPart, type WatchPart } from '#domain/price-watch/watch-part.ts'
import { logged } from '#ports/kernel/log.ts'
import { ClientStreams, type ClientStreamsDeps } from './clients/client-streams.ts'
import type { ViewedExchange } from './clients/read-views.ts'
import { toEach } from './clients/view-listener.ts'
import { storeTrailLevels } from './compare/store-trail-levels.ts'
import { PRICE_WATCH_LOG } from './log-messages.ts'
import type { Recording } from './record/recording.ts'
import { RunRecorder } from './record/run-recorder.ts'
import { AccountStreams, type AccountStreamsDeps } from './sources/account-streams.ts'
import { armedAccounts } from './sources/armed-accounts.ts'
import { isTakenOver, takeOver } from './sources/feed-health.ts'
import type { PolledExchange } from './sources/poll-exchange.ts'
import { followMarkets, type PollPricesDeps, pollPrices } from './sources/poll-prices.ts'
import { PriceStreams, type PriceStreamsDeps } from './sources/price-streams.ts'
import { refreshWatchList } from './watch-list.ts'

export interface WatchRunDeps
  extends PollPricesDeps,
    Pick<PriceStreamsDeps, 'streams' | 'openAccount' | 'subaccounts' | 'after'>,
    Pick<AccountStreamsDeps, 'accountStreams'>,
    Pick<ClientStreamsDeps, 'streamRows' | 'streamSender' | 'farewell' | 'marketText' | 'apiKeys' | 'markets'> {
  /** Null for an exchange that is not set up. */
  readonly exchanges: (name: ExchangeName) => (PolledExchange & ViewedExchange) | null
  /** Absent or null if nothing is recorded. */
  readonly recording?: Recording | null
  readonly pollEveryMs: number
  readonly pause: (ms: number) => Promise<void>
}

/** Shortest time that an exchange has to answer a poll. Later prices are useless, and a slow exchange must not delay the other long. */
const PATIENCE = 5 * SECOND

/** Longest time in which streams that are not complete keep the run before alive. */
const READY_WITHIN = 5 * SECOND
const GET_READY_EVERY = SECOND / 4
const FOLLOW_EVERY = SECOND
/** Longest time that a run continues after its minute, until a later run takes over. */
const CONTINUES_FOR = 25 * SECOND
/** Time that a helper continues: helpers know only how long a takeover takes at most. */
const HELPERS_CONTINUE_FOR = 8 * SECOND

/** One run over a part of the markets. A run with open streams continues until the next run has opened its own. */
export class WatchRun {
  readonly #deps: WatchRunDeps
  readonly #part: WatchPart
  readonly #until: Millis
  readonly #beganAt: Millis
  readonly #clients: ClientStreams
  readonly #prices: PriceStreams
  readonly #accounts: AccountStreams
  readonly #recorder: RunRecorder | null
  #nextPoll: Millis
  #failed: { readonly error: unknown } | null = null
  #hasTakenOver = false

  constructor(deps: WatchRunDeps, part: WatchPart, until: Millis) {
    this.#deps = deps
    this.#part = part
    this.#until = until
    this.#clients = new ClientStreams(deps, (svcId) => isInPart(part, svcId))
    const { recording } = deps
    this.#recorder = recording == null ? null : new RunRecorder(deps, recording, part)
    const listeners = [this.#clients, this.#recorder].flatMap((one) => one?.events ?? [])
    this.#prices = new PriceStreams(deps, toEach(listeners))
    this.#accounts = new AccountStreams(deps)
    this.#beganAt = deps.clock()
    this.#nextPoll = this.#beganAt
  }

  /** Ends with all streams closed. Throws the failure of the last poll. */
  async watch(): Promise<void> {
    try {
      await this.#untilOver()
    } finally {
      await Promise.all([this.#prices.close(), this.#accounts.close(), this.#clients.close(), this.#recorder?.close()])
    }
  }

  async #untilOver(): Promise<void> {
    while (!(await this.#isOver())) {
      if (this.#deps.clock() >= this.#nextPoll || this.#prices.takeMissed()) {
        if (await this.#poll()) return
      } else await this.#followArmed()
      this.#recordIfReady()
      await this.#takeOverIfReady()
      await this.#pause()
    }
    if (this.#failed !== null) throw this.#failed.error
  }

  #holdsStreams(): boolean {
    return this.#prices.isOpen() || this.#accounts.isOpen() || this.#clients.isListening()
  }

  async #isOver(): Promise<boolean> {
    const now = this.#deps.clock()
    if (!this.#holdsStreams()) return Math.max(now, this.#nextPoll) >= this.#until
    return now >= this.#until && !(await this.#mustContinue())
  }

  /** Returns whether a run after its minute must continue, because no later run has taken over. */
  async #mustContinue(): Promise<boolean> {
    const over = this.#deps.clock() - this.#until
    if (this.#part.index > 0) return over < HELPERS_CONTINUE_FOR
    if (over >= CONTINUES_FOR) return false
    return !(await isTakenOver(this.#deps, this.#beganAt).catch(() => false))
  }

  /** Returns whether nothing is watched. The next poll makes up for a failed poll. */
  async #poll(): Promise<boolean> {
    const { clock, log, pollEveryMs } = this.#deps
    this.#nextPoll = clock() + pollEveryMs
    try {
      const watched = await pollPrices(this.#deps, {
        part: this.#part,
        patienceMs: Math.max(PATIENCE, pollEveryMs),
        live: this.#prices,
        clients: this.#clients,
        recorder: this.#recorder,
      })
      this.#failed = null
      await this.#followAccounts()
      return watched === 0 && this.#part.of === 1 && !this.#accounts.isOpen()
    } catch (error) {
      this.#failed = { error }
      log.error(PRICE_WATCH_LOG.pollFailed, { error: String(error), shard: this.#part.index })
      return false
    }
  }

  /** Follows newly armed stops between two polls, within a second. Only polls find new stops on custom assets. Never throws. */
  async #followArmed(): Promise<void> {
    try {
      const markets = await refreshWatchList(this.#deps, this.#part)
      await this.#clients.listen(this.#deps.memory.listeners)
      await this.#recorder?.follow(markets)
      await followMarkets(this.#deps, markets, this.#prices)
      await this.#followAccounts()
      await storeTrailLevels(this.#deps)
    } catch (error) {
      logged(this.#deps.log, 'warn', 'newly armed stops not read; repeated within a second')(error)
    }
  }

  /** Follows the accounts with resting orders, which the runs divide, and the accounts with armed stops among the markets of this run. */
  async #followAccounts(): Promise<void> {
    const { memory } = this.#deps
    const resting = memory.accounts.filter(({ subaccountId }) => isInPart(this.#part, subaccountId))
    const armed = await armedAccounts(this.#deps)
    const each = new Map<string, AccountRef>()
    for (const { subaccountId, exchange } of [...resting, ...armed])
      each.set(accountName({ subaccountId, exchange }), { subaccountId, exchange })
    await this.#accounts.follow([...each.values()])
  }

  /** Records in place of the run before, once the streams of this run show everything or have had time to. */
  #recordIfReady(): void {
    if (this.#recorder === null) return
    const isReady = this.#prices.isReady() || this.#deps.clock() - this.#beganAt > READY_WITHIN
    if (isReady || this.#recorder.mayLead()) this.#recorder.lead()
  }

  /** Lets the run before end, once the streams of this run show everything or have had time to. */
  async #takeOverIfReady(): Promise<void> {
    const { clock, log } = this.#deps
    if (this.#hasTakenOver || this.#part.index > 0 || !this.#holdsStreams()) return
    const isReady = this.#prices.isReady() && this.#accounts.isReady()
    if (!isReady && clock() - this.#beganAt <= READY_WITHIN) return
    this.#hasTakenOver = true
    await takeOver(this.#deps, this.#beganAt).catch(logged(log, 'warn', 'earlier watch run not ended; it continues'))
  }

  /** Waits until the next poll, or if streams are open until newly armed stops are followed. */
  async #pause(): Promise<void> {
    const { clock, pause } = this.#deps
    const untilPoll = Math.max(0, this.#nextPoll - clock())
    if (this.#holdsStreams()) await pause(Math.min(this.#hasTakenOver ? FOLLOW_EVERY : GET_READY_EVERY, untilPoll))
    else if (this.#nextPoll < this.#until) await pause(untilPoll)
  }
}
