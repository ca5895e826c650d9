/** Trades and ends of orders of an account over Polymarket's user channel (Polymarket live reference, section 1.3). */

import * as v from 'valibot'
import { SECOND } from '#domain/kernel/time.ts'
import type { AccountEvent, AccountStream, AccountStreamSource } from '#ports/exchanges/account-stream.ts'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import { readFrame } from '../../stream/read-frame.ts'
import { SocketLine } from '../../stream/socket-line.ts'
import { fillsOf } from '../account/to-fills.ts'
import { WireTrade } from '../http/wire.ts'
import { conditionIdOf } from '../markets/condition-id.ts'
import { type Trader, unseal } from '../wallet/sealed-wallet.ts'
import type { PolymarketStreamOptions } from './polymarket-price-stream.ts'

const DEAD_AFTER = 30 * SECOND
/** Resets in a row, each soon after the opening, that count as a refusal: wrong credentials are answered by a reset without words. */
const RESETS = 3
const RESET_WITHIN = 2 * SECOND
/** Time that a connection has to live after it has signed in. */
const OPEN_AFTER = SECOND / 4

export const polymarketAccountStream = (options: PolymarketStreamOptions): AccountStreamSource => ({
  open: async (account, onEvent) => {
    const trader = unseal(account.secrets)
    if (trader !== null) return new UserChannel(options, trader, onEvent)
    onEvent({ kind: 'refused', reason: 'the credentials cannot be read' })
    return { close: () => undefined }
  },
})

class UserChannel implements AccountStream {
  readonly #options: PolymarketStreamOptions
  readonly #trader: Trader
  readonly #onEvent: (event: AccountEvent) => void
  readonly #line: SocketLine
  #openedAt = 0
  #resets = 0
  #isClosed = false
  #cancelOpen = (): void => undefined

  constructor(options: PolymarketStreamOptions, trader: Trader, onEvent: (event: AccountEvent) => void) {
    this.#options = options
    this.#trader = trader
    this.#onEvent = onEvent
    this.#line = new SocketLine({
      ...options,
      headers: () => ({}),
      pingText: 'PING',
      deadAfterMs: DEAD_AFTER,
      onOpen: () => this.#signIn(),
      onText: (text) => {
        const frame = readFrame(text)
        for (const raw of Array.isArray(frame) ? frame : [frame]) this.#take(raw)
      },
      onDown: (reason, refused) => this.#down(reason, refused),
    })
  }

  close(): void {
    this.#isClosed = true
    this.#cancelOpen()
    this.#line.close()
  }

  /** Subscribes to all markets of the key. The exchange acknowledges nothing: a connection that lives is a good one. */
  #signIn(): void {
    const { clock, after } = this.#options
    const { apiKey, secret, passphrase } = this.#trader.credentials
    this.#openedAt = clock()
    this.#line.send({ auth: { apiKey, secret, passphrase }, type: 'user' })
    this.#cancelOpen = after(OPEN_AFTER, () => {
      if (!this.#isClosed) this.#onEvent({ kind: 'open' })
    })
  }

  #down(reason: string, refused: boolean): void {
    this.#cancelOpen()
    const isReset = this.#openedAt > 0 && this.#options.clock() - this.#openedAt < RESET_WITHIN
    this.#resets = isReset ? this.#resets + 1 : 0
    this.#openedAt = 0
    this.#onEvent({ kind: refused || this.#resets >= RESETS ? 'refused' : 'lost', reason })
  }

  #take(raw: unknown): void {
    const reading = v.safeParse(UserMessage, raw)
    if (!reading.success) return
    const message = reading.output
    if (message.event_type === 'order') {
      // A fill also comes as a trade. An end may be the end of one part only: a read joins the parts.
      if (message.type === 'CANCELLATION') this.#onEvent({ kind: 'changed' })
      return
    }
    void this.#takeTrade(raw).catch((error: unknown) => {
      if (!(error instanceof ExchangeUnavailable)) this.#options.onSkip('account stream', String(error))
      if (!this.#isClosed) this.#onEvent({ kind: 'changed' })
    })
  }

  async #takeTrade(raw: unknown): Promise<void> {
    const events = await this.#eventsOfTrade(raw)
    if (this.#isClosed) return
    for (const event of events) this.#onEvent(event)
  }

  /**
   * Returns the fills of resting orders. A taker's fill is left to a read: the channel does not contain its fee, and the answer to the
   * order has shown the trade.
   */
  async #eventsOfTrade(raw: unknown): Promise<readonly AccountEvent[]> {
    const reading = v.safeParse(StreamTrade, raw)
    if (!reading.success) return [CHANGED]
    const { credentials, wallet } = this.#trader
    const ours = fillsOf(reading.output, { funder: wallet.funder, apiKey: credentials.apiKey })
    if (ours.length === 0) return [CHANGED]
    const tokens = await this.#options.tokensOf(conditionIdOf(reading.output.market))
    if (tokens === null || ours.some(({ isMaker }) => !isMaker)) return [CHANGED]
    const fills = ours.map((own) => own.inYesTerms(tokens, null))
    return fills.map((fill) => (fill === null ? CHANGED : { kind: 'fill', fill, identity: null }))
  }
}

const CHANGED: AccountEvent = { kind: 'changed' }

const UserMessage = v.variant('event_type', [
  v.object({ event_type: v.literal('order'), type: v.string() }),
  v.object({ event_type: v.literal('trade') }),
])

/** Instants in seconds, in milliseconds, or in words; reads use seconds (section 1.3). */
const instant = v.pipe(
  v.string(),
  v.transform((text) => (/^\d{13}$/.test(text) ? String(Math.floor(Number(text) / 1_000)) : text)),
)

const StreamTrade = v.pipe(
  v.object({ ...WireTrade.entries, match_time: v.nullish(instant), matchtime: v.nullish(instant) }),
  v.transform(({ match_time: at, matchtime, ...trade }) => ({ ...trade, match_time: at || matchtime || '' })),
)
