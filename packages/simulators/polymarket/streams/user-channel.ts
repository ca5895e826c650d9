/**
 * Messages of a client of the user channel (Polymarket live reference, section 1.3). No message is acknowledged or
 * replayed.
 */

import * as v from 'valibot'
import type { SocketListener } from '../../engine/http/sockets.ts'
import { readJson } from '../http/read-json.ts'
import type { ApiKey, PolymarketWorld } from '../world/world.ts'
import type { UserReader } from './stream-state.ts'

const markets = v.optional(v.array(v.string()))
const First = v.object({
  type: v.literal('user'),
  auth: v.object({ apiKey: v.string(), secret: v.string(), passphrase: v.string() }),
  markets,
})
const Change = v.object({ operation: v.picklist(['subscribe', 'unsubscribe']), markets: v.array(v.string()) })

export const userListener = (world: PolymarketWorld, reader: UserReader): SocketListener => {
  world.streams.userReaders.add(reader)
  return {
    onText: (text) => {
      world.flush()
      if (reader.address === null) begin(world, reader, text)
      else if (text === 'PING') reader.socket.send('PONG')
      else change(reader, text)
    },
    onClose: () => void world.streams.userReaders.delete(reader),
  }
}

/** Wrong credentials are answered by a reset, without a word. */
const begin = (world: PolymarketWorld, reader: UserReader, text: string): void => {
  const parsed = v.safeParse(First, readJson(text))
  if (!parsed.success) {
    reader.socket.close(1008, 'invalid subscription payload')
    return
  }
  const { auth, markets: requested } = parsed.output
  const key = world.keys.get(auth.apiKey)
  if (key === undefined || !isSame(key, auth)) {
    reader.socket.reset()
    return
  }
  reader.address = key.address
  reader.markets = requested === undefined ? null : new Set(requested)
}

const change = (reader: UserReader, text: string): void => {
  const parsed = v.safeParse(Change, readJson(text))
  if (!parsed.success) return
  const { operation, markets: named } = parsed.output
  for (const market of named) {
    if (operation === 'subscribe') reader.markets?.add(market)
    else reader.markets?.delete(market)
  }
}

const isSame = (key: ApiKey, { secret, passphrase }: { readonly secret: string; readonly passphrase: string }) =>
  !key.revoked && key.secret === secret && key.passphrase === passphrase
