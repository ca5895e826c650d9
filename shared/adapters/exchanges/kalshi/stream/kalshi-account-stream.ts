/** Fills and order updates of an account over Kalshi's WebSocket (Kalshi live reference, section 1.4). */

import * as v from 'valibot'
import { SECOND } from '#domain/kernel/time.ts'
import type { AccountEvent, AccountStream, AccountStreamSource } from '#ports/exchanges/account-stream.ts'
import { readFrame } from '../../stream/read-frame.ts'
import { socketLine } from '../../stream/socket-line.ts'
import { takeMessage } from '../../stream/take-message.ts'
import { toFillReport, toOrderReport } from '../account/to-reports.ts'
import { WireFill, WireOrder } from '../http/wire.ts'
import { accountSigner } from '../signing/account-signer.ts'
import { ENDED, Envelope, StreamError, Subscribed, TOO_FAST } from './frames.ts'
import type { KalshiStreamOptions } from './kalshi-price-stream.ts'

/** Neither channel has sequence numbers: a lost message shows in no way, and reads have to make up for it (section 1.3). */
const CHANNELS = ['fill', 'user_orders'] as const
const DEAD_AFTER = 30 * SECOND
const ASK_AGAIN_AFTER = SECOND

export const kalshiAccountStream = (options: KalshiStreamOptions): AccountStreamSource => {
  const signer = accountSigner(options.clock)
  return {
    open: async (account, hear) => {
      const sign = signer(account)
      if (sign !== null) return openStream(options, () => sign('GET', new URL(options.url).pathname), hear)
      hear({ kind: 'refused', reason: 'the credentials cannot sign the handshake' })
      return { close: () => undefined }
    },
  }
}

const openStream = (
  { url, clock, after, random, onSkip }: KalshiStreamOptions,
  headers: () => Readonly<Record<string, string>>,
  hear: (event: AccountEvent) => void,
): AccountStream => {
  const confirmed = new Set<string>()

  const subscribe = (): void => void line.send({ id: 1, cmd: 'subscribe', params: { channels: CHANNELS } })

  const line = socketLine({
    url,
    headers,
    pingText: null,
    deadAfterMs: DEAD_AFTER,
    clock,
    after,
    random,
    onOpen: () => {
      confirmed.clear()
      subscribe()
    },
    onText: (text) =>
      takeMessage(Envelope, readFrame(text), take, (reason) => {
        onSkip('account stream', reason)
        hear({ kind: 'changed' })
      }),
    onDown: (reason, refused) => hear({ kind: refused ? 'refused' : 'lost', reason }),
  })

  const take = ({ type, msg }: Envelope): void => {
    switch (type) {
      case 'subscribed':
        confirm(msg)
        break
      case 'error':
        fail(msg)
        break
      case 'fill':
        fill(msg)
        break
      case 'user_order':
        order(msg)
        break
    }
  }

  const confirm = (msg: unknown): void => {
    const reading = v.safeParse(Subscribed, msg)
    if (!reading.success || confirmed.size === CHANNELS.length) return
    confirmed.add(reading.output.channel)
    if (confirmed.size === CHANNELS.length) hear({ kind: 'open' })
  }

  const fail = (msg: unknown): void => {
    const reading = v.safeParse(StreamError, msg)
    if (!reading.success) return
    const { code, msg: words } = reading.output
    const reason = `error ${code} of the stream: ${words ?? ''}`
    onSkip('account stream', reason)
    if (code === TOO_FAST) after(ASK_AGAIN_AFTER, subscribe)
    else if (ENDED.has(code)) line.reopen(reason)
    else hear({ kind: 'refused', reason })
  }

  /** What is stored of a fill stays: one without its fee or its exact time is left to a read. */
  const fill = (msg: unknown): void => {
    const reading = v.safeParse(StreamFill, msg)
    if (!reading.success) {
      hear({ kind: 'changed' })
      return
    }
    const { client_order_id: identity, ts_ms: at, subaccount, ...wire } = reading.output
    // All numbered subaccounts of the exchange are heard here (section 1.1). Whether this one is ours, a read tells.
    if (subaccount) {
      hear({ kind: 'changed' })
      return
    }
    hear({ kind: 'fill', fill: { ...toFillReport(wire, at), at }, identity: identity || null })
  }

  /** An order that rests says no more than the answer to it, or the fill that comes with it. */
  const order = (msg: unknown): void => {
    const reading = v.safeParse(WireOrder, msg)
    if (reading.success && reading.output.status === 'resting') return
    // All numbered subaccounts of the exchange are heard here, as with fills.
    const isPrimary = reading.success && !reading.output.subaccount_number
    const report = isPrimary ? toOrderReport(reading.output) : null
    if (report?.state !== 'ended') {
      hear({ kind: 'changed' })
      return
    }
    const { traded: _, ...told } = report
    hear({ kind: 'order', report: told })
  }

  return { close: () => line.close() }
}

export const StreamFill = v.object({
  ...WireFill.entries,
  trade_id: v.pipe(v.string(), v.minLength(1)),
  client_order_id: v.nullish(v.string()),
  fee_cost: v.pipe(v.string(), v.minLength(1)),
  ts_ms: v.pipe(v.number(), v.safeInteger()),
  subaccount: v.nullish(v.number()),
})
