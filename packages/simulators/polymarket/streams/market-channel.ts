/** Messages of a client of the market channel (Polymarket live reference, section 1.1). No message is acknowledged. */

import * as v from 'valibot'
import type { SocketListener } from '../../engine/http/sockets.ts'
import { readJson } from '../http/read-json.ts'
import type { PolymarketWorld } from '../world/world.ts'
import { bookMessage } from './market-messages.ts'
import type { MarketReader } from './stream-state.ts'

const shared = {
  assets_ids: v.array(v.string()),
  initial_dump: v.optional(v.boolean(), true),
  custom_feature_enabled: v.optional(v.boolean()),
}
const First = v.object({ type: v.literal('market'), ...shared })
const Change = v.object({ operation: v.picklist(['subscribe', 'unsubscribe']), ...shared })

export const marketListener = (world: PolymarketWorld, reader: MarketReader): SocketListener => {
  world.streams.marketReaders.add(reader)
  return {
    onText: (text) => {
      // A new subscription does not receive earlier events.
      world.flush()
      if (reader.tokens === null) begin(world, reader, text)
      else if (text === 'PING') reader.socket.send('PONG')
      else change(world, reader, text)
    },
    onClose: () => void world.streams.marketReaders.delete(reader),
  }
}

/** The first frame has to be a subscription. */
const begin = (world: PolymarketWorld, reader: MarketReader, text: string): void => {
  const parsed = v.safeParse(First, readJson(text))
  if (!parsed.success) {
    reader.socket.close(1008, 'invalid subscription payload')
    return
  }
  reader.tokens = new Set()
  subscribe(world, reader, parsed.output)
}

const change = (world: PolymarketWorld, reader: MarketReader, text: string): void => {
  const parsed = v.safeParse(v.union([First, Change]), readJson(text))
  if (!parsed.success) return
  if (!('operation' in parsed.output) || parsed.output.operation === 'subscribe') {
    subscribe(world, reader, parsed.output)
    return
  }
  for (const token of parsed.output.assets_ids) {
    reader.tokens?.delete(token)
    reader.muted.delete(token)
  }
}

interface Requested {
  readonly assets_ids: readonly string[]
  readonly initial_dump: boolean
  readonly custom_feature_enabled?: boolean | undefined
}

/** A token that is active already gets no new book; the custom features are switched all the same. */
const subscribe = (world: PolymarketWorld, reader: MarketReader, requested: Requested): void => {
  const isFirst = reader.tokens?.size === 0
  if (requested.custom_feature_enabled !== undefined) reader.custom = requested.custom_feature_enabled
  const fresh = [...new Set(requested.assets_ids)].filter((token) => reader.tokens?.has(token) === false)
  for (const token of fresh) {
    reader.tokens?.add(token)
    const market = world.catalogue.tokens.get(token)?.market.conditionId ?? ''
    if (world.streams.faults.meet('mute', 'book', [token, market]) !== null) reader.muted.add(token)
  }
  if (fresh.length === 0 && reader.custom && !isFirst) reader.socket.send('NO NEW ASSETS')
  if (!requested.initial_dump || (fresh.length === 0 && !isFirst)) return
  const books = fresh.flatMap((token) => (reader.muted.has(token) ? [] : (bookMessage(world, token, 'first') ?? [])))
  reader.send({ type: 'book', about: fresh, text: JSON.stringify(books) })
}
