/** Answers that are to harm who reads them: small on the wire and huge when unpacked, nested, without an end, or full of the caller's secrets. */

import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import type { HttpCall, HttpReply } from './json-server.ts'

/**
 * `bomb`, `nested`, `endless`: the call takes effect, and its answer cannot be read. `quotes_headers`: the call has no effect, and the words of
 * the refusal repeat every header it came with.
 */
export const HOSTILE_KINDS = ['bomb', 'nested', 'endless', 'quotes_headers'] as const
export type HostileKind = (typeof HOSTILE_KINDS)[number]

/** A MiB of blanks, which any reader of JSON skips, and the same packed: a KB. The bomb is a row of these. */
const BLANKS = Buffer.alloc(1024 * 1024, ' ')
const PACKED = gzipSync(BLANKS)
const MIB_OF_BOMB = 256

const LEVELS = 10_000

/** The answer in place of `reply`, which is what the exchange would have said. */
export const hostileReply = (kind: HostileKind, call: HttpCall, { status }: HttpReply): HttpReply => {
  const raw = { 'content-type': 'application/json' }
  switch (kind) {
    case 'bomb':
      return {
        status,
        headers: { ...raw, 'content-encoding': 'gzip' },
        stream: () => pieces(PACKED, MIB_OF_BOMB),
      }
    case 'endless':
      return { status, headers: raw, stream: () => pieces(BLANKS, Number.POSITIVE_INFINITY) }
    case 'nested':
      return {
        status,
        headers: raw,
        stream: () => Readable.from([`{"orders":${'['.repeat(LEVELS)}${']'.repeat(LEVELS)}}`]),
      }
    case 'quotes_headers':
      return { status: 400, headers: OWN_HEADERS, body: quoting(call) }
  }
}

/** Both exchanges' ways of a refusal in one. */
const quoting = ({ headers = {} }: HttpCall) => {
  const quoted = `you sent ${JSON.stringify(headers)}`
  return { error: quoted, code: 'weird', message: quoted, details: quoted }
}

/** They lead elsewhere, ask for a day's patience, and set what nobody asked for. */
const OWN_HEADERS = {
  location: 'http://169.254.169.254/latest/meta-data/',
  'retry-after': '86400',
  'set-cookie': 'session=hostile',
  'access-control-allow-origin': '*',
  'x-large': 'x'.repeat(8_000),
}

/** So many of them, as they are asked for. */
const pieces = (piece: Buffer, times: number): Readable => {
  let left = times
  return new Readable({
    read() {
      left -= 1
      this.push(left < 0 ? null : piece)
    },
  })
}
