/** Fills and order updates of one account over a signed connection (Kalshi live reference, section 1.4). */

import * as v from 'valibot'
import { SECOND } from '#domain/kernel/time.ts'
import type { AccountEvent, AccountStream } from '#ports/exchanges/account-stream.ts'
import { readFrame } from '../../stream/read-frame.ts'
import { SocketLine } from '../../stream/socket-line.ts'
import { takeMessage } from '../../stream/take-message.ts'
import { toFillReport, toOrderReport } from '../account/to-reports.ts'
import { WireOrder } from '../http/wire.ts'
import { COMMAND_TIMEOUT, ENDED, Envelope, StreamError, StreamFill, Subscribed, TOO_FAST } from './frames.ts'
import type { KalshiStreamOptions } from './stream-options.ts'

/** Channels without sequence numbers: a lost message cannot be noticed, and reads have to make up for it (section 1.3). */
const CHANNELS = ['fill', 'user_orders'] as const
const DEAD_AFTER = 30 * SECOND
/** Waits in ms before another subscription, by the code of an error that passes. */
const RETRIES: ReadonlyMap<number, number> = new Map([
  [TOO_FAST, SECOND],
  [COMMAND_TIMEOUT, 5 * SECOND],
])

export class AccountConnection implements AccountStream {
  readonly #options: KalshiStreamOptions
  readonly #onEvent: (event: AccountEvent) => void
  readonly #line: SocketLine
  readonly #confirmed = new Set<string>()

  constructor(
    options: KalshiStreamOptions,
    headers: () => Readonly<Record<string, string>>,
    onEvent: (event: AccountEvent) => void,
  ) {
    this.#options = options
    this.#onEvent = onEvent
    const onUnreadable = (reason: string): void => {
      options.onSkip('account stream', reason)
      onEvent({ kind: 'changed' })
    }
    this.#line = new SocketLine({
      ...options,
      headers,
      pingText: null,
      deadAfterMs: DEAD_AFTER,
      onOpen: () => {
        this.#confirmed.clear()
        this.#subscribe()
      },
      onText: (text) => takeMessage(Envelope, readFrame(text), (message) => this.#take(message), onUnreadable),
      onDown: (reason, refused) => onEvent({ kind: refused ? 'refused' : 'lost', reason }),
    })
  }

  close(): void {
    this.#line.close()
  }

  #subscribe(): void {
    this.#line.send({ id: 1, cmd: 'subscribe', params: { channels: CHANNELS } })
  }

  #take({ type, msg }: Envelope): void {
    switch (type) {
      case 'subscribed':
        this.#confirm(msg)
        break
      case 'error':
        this.#fail(msg)
        break
      case 'fill':
        this.#onEvent(eventOfFill(msg))
        break
      case 'user_order': {
        const event = eventOfOrder(msg)
        if (event !== null) this.#onEvent(event)
        break
      }
    }
  }

  #confirm(msg: unknown): void {
    const reading = v.safeParse(Subscribed, msg)
    if (!reading.success || this.#confirmed.size === CHANNELS.length) return
    this.#confirmed.add(reading.output.channel)
    if (this.#confirmed.size === CHANNELS.length) this.#onEvent({ kind: 'open' })
  }

  #fail(msg: unknown): void {
    const reading = v.safeParse(StreamError, msg)
    if (!reading.success) return
    const { code, msg: words } = reading.output
    const reason = `error ${code} of the stream: ${words ?? ''}`
    this.#options.onSkip('account stream', reason)
    const retryAfter = RETRIES.get(code)
    if (retryAfter !== undefined) this.#options.after(retryAfter, () => this.#subscribe())
    else if (ENDED.has(code)) this.#line.reopen(reason)
    else this.#onEvent({ kind: 'refused', reason })
  }
}

/** Returns `changed` for a fill that lacks its fee or exact time, which a read then adds: a stored fill never changes. */
const eventOfFill = (msg: unknown): AccountEvent => {
  const reading = v.safeParse(StreamFill, msg)
  // The channel has fills of all numbered subaccounts (section 1.1). Only a read can decide whether this number is ours.
  if (!reading.success || reading.output.subaccount) return { kind: 'changed' }
  const { client_order_id: identity, ts_ms: at, subaccount: _, ...wire } = reading.output
  return { kind: 'fill', fill: { ...toFillReport(wire, at), at }, identity: identity || null }
}

/** Returns null for a resting order, which adds nothing to the answer of its create or to its fill. */
const eventOfOrder = (msg: unknown): AccountEvent | null => {
  const reading = v.safeParse(WireOrder, msg)
  if (reading.success && reading.output.status === 'resting') return null
  // The channel has orders of all numbered subaccounts, as with fills.
  const isPrimary = reading.success && !reading.output.subaccount_number
  const report = isPrimary ? toOrderReport(reading.output) : null
  if (report?.state !== 'ended') return { kind: 'changed' }
  const { traded: _, ...ended } = report
  return { kind: 'order', report: ended }
}
