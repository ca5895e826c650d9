/** Row of a stream that follows markets, beside the watched markets. */

import { type Listened, type Listener, MARKET_CHANNELS } from '#domain/streams/market-channel.ts'
import { STREAM_LASTS } from '#domain/streams/stream.ts'
import { exchangeValue, id, list, oneOf, text, textBehind, whole } from '../engine/codecs.ts'
import { type Key, LISTENERS, listenerKey } from '../engine/keys.ts'
import { type Row, readRow, rowOf, seriesOf } from '../engine/rows.ts'

export const LISTENED = seriesOf<Listened>({
  name: oneOf(MARKET_CHANNELS),
  svcId: whole,
  exchange: exchangeValue,
  nativeId: text,
  since: whole,
})

/** The row expires when its stream can no longer be open. */
export const listenerToRow = (listener: Listener): Row & Key => ({
  ...LISTENER.write(listener),
  ...listenerKey(listener.streamId),
  ttl: Math.ceil((listener.openedAt + STREAM_LASTS) / 1_000),
})

export const rowToListener = (row: Row): Listener => readRow(row, LISTENER.read)

const LISTENER = rowOf<Listener>({
  streamId: ['sk', textBehind(LISTENERS)],
  userId: ['u', id],
  keyId: ['k', id],
  openedAt: ['at', whole],
  listening: ['ml', list(LISTENED)],
})
