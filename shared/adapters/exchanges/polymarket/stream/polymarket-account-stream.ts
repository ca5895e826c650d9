/** Trades and ends of orders of an account over Polymarket's user channel (Polymarket live reference, section 1.3). */

import * as v from 'valibot'
import { SECOND } from '#domain/kernel/time.ts'
import type { AccountEvent, AccountStream, AccountStreamSource } from '#ports/exchanges/account-stream.ts'
import { ExchangeUnavailable } from '#ports/exchanges/exchange-unavailable.ts'
import { readFrame } from '../../stream/read-frame.ts'
import { socketLine } from '../../stream/socket-line.ts'
import { fillsOf } from '../account/to-fills.ts'
import { WireTrade } from '../http/wire.ts'
import { conditionIdOf } from '../markets/condition-id.ts'
import { type Trader, unseal } from '../wallet/sealed-wallet.ts'
import type { PolymarketStreamOptions } from './polymarket-price-stream.ts'

const DEAD_AFTER = 30 * SECOND
/** Wrong credentials are answered by a reset without a word. So many in a row, each so soon, are taken for a refusal. */
const RESETS = 3
const RESET_WITHIN = 2 * SECOND

export const polymarketAccountStream = (options: PolymarketStreamOptions): AccountStreamSource => ({
  open: async (account, hear) => {
    const trader = unseal(account.secrets)
    if (trader !== null) return openStream(options, trader, hear)
    hear({ kind: 'refused', reason: 'the credentials cannot be read' })
    return { close: () => undefined }
  },
})

const openStream = (
  { url, clock, after, random, onSkip, tokensOf }: PolymarketStreamOptions,
  { credentials, wallet }: Trader,
  hear: (event: AccountEvent) => void,
): AccountStream => {
  let openedAt = 0
  let resets = 0
  let closed = false
  let cancelOpen = (): void => undefined

  const line = socketLine({
    url,
    headers: () => ({}),
    pingText: 'PING',
    deadAfterMs: DEAD_AFTER,
    clock,
    after,
    random,
    onOpen: () => {
      openedAt = clock()
      const { apiKey, secret, passphrase } = credentials
      // All markets of the key. Nothing is acknowledged: a connection that stays is taken for a good one.
      line.send({ auth: { apiKey, secret, passphrase }, type: 'user' })
      cancelOpen = after(STAYS, () => {
        if (!closed) hear({ kind: 'open' })
      })
    },
    onText: (text) => {
      const frame = readFrame(text)
      for (const raw of Array.isArray(frame) ? frame : [frame]) take(raw)
    },
    onDown: (reason, refused) => {
      cancelOpen()
      resets = openedAt > 0 && clock() - openedAt < RESET_WITHIN ? resets + 1 : 0
      openedAt = 0
      hear({ kind: refused || resets >= RESETS ? 'refused' : 'lost', reason })
    },
  })

  const take = (raw: unknown): void => {
    const reading = v.safeParse(UserMessage, raw)
    if (!reading.success) return
    const message = reading.output
    if (message.event_type === 'order') {
      // A fill comes as a trade too. An end may be that of one part only: a read puts the parts together.
      if (message.type === 'CANCELLATION') hear({ kind: 'changed' })
      return
    }
    void trade(raw).catch((error: unknown) => {
      if (!(error instanceof ExchangeUnavailable)) onSkip('account stream', String(error))
      if (!closed) hear({ kind: 'changed' })
    })
  }

  /** Only what rested: a taker pays a fee that the channel does not tell, and has heard of its trade in the answer. */
  const trade = async (raw: unknown): Promise<void> => {
    const reading = v.safeParse(StreamTrade, raw)
    const ours = reading.success ? fillsOf(reading.output, { funder: wallet.funder, apiKey: credentials.apiKey }) : []
    const tokens = reading.success && ours.length > 0 ? await tokensOf(conditionIdOf(reading.output.market)) : null
    if (closed) return
    const certain = tokens !== null && ours.every(({ isMaker }) => isMaker)
    const fills = certain ? ours.map((own) => own.inYesTerms(tokens, null)) : [null]
    for (const fill of fills) hear(fill === null ? { kind: 'changed' } : { kind: 'fill', fill, identity: null })
  }

  return {
    close: () => {
      closed = true
      cancelOpen()
      line.close()
    },
  }
}

/** How long a connection has to stay after it has signed in. */
const STAYS = SECOND / 4

const UserMessage = v.variant('event_type', [
  v.object({ event_type: v.literal('order'), type: v.string() }),
  v.object({ event_type: v.literal('trade') }),
])

/** Instants are in seconds, in milliseconds, or in words; reads have seconds (section 1.3). */
const instant = v.pipe(
  v.string(),
  v.transform((text) => (/^\d{13}$/.test(text) ? String(Math.floor(Number(text) / 1_000)) : text)),
)

const StreamTrade = v.pipe(
  v.object({ ...WireTrade.entries, match_time: v.nullish(instant), matchtime: v.nullish(instant) }),
  v.transform(({ match_time: at, matchtime, ...trade }) => ({ ...trade, match_time: at || matchtime || '' })),
)
