/** The shared cache in front of the exchange's lists: answers by their full URL, up to 15 s old (live reference, section 2). */

import type { HttpCall, HttpReply } from '../../engine/http/json-server.ts'

export interface ReadCache {
  isOn: boolean
  /** True if signed calls are answered past the cache. The real behaviour is unknown; the safe guess is false. */
  signedBypass: boolean
  /** True if answers carry their age. No recorded answer does. */
  reportsAge: boolean
  /** How often an unsigned call that the cache cannot answer is refused with 429, from 0 to 1. */
  unsignedRefusals: number
  /** The stored answer or a new one; only a 200 is stored. */
  readonly answer: (call: HttpCall, ask: () => HttpReply) => HttpReply
}

const LIFETIME_MS = 15_000
/** Beyond this many answers the oldest goes. */
const MOST_ANSWERS = 200

interface ReadCacheOptions {
  readonly cache?: boolean
  readonly unsignedRefusals?: number
  readonly clock: () => number
  readonly random: () => number
}

interface Stored {
  readonly reply: HttpReply
  readonly at: number
  hits: number
}

export const createReadCache = ({
  cache: isOn = false,
  unsignedRefusals = 0,
  clock,
  random,
}: ReadCacheOptions): ReadCache => {
  // Oldest first: an answer is put in once, and not again before it is taken out.
  const stored = new Map<string, Stored>()

  const forgetOld = (): void => {
    for (const [key, { at }] of stored) {
      if (at + LIFETIME_MS > clock() && stored.size <= MOST_ANSWERS) return
      stored.delete(key)
    }
  }

  const shown = ({ reply, at, hits }: Stored): HttpReply => ({
    ...reply,
    headers: {
      'cache-control': 'public, max-age=15',
      'x-kalshi-cache-hits': String(hits),
      ...(cache.reportsAge ? { age: String(Math.floor((clock() - at) / 1000)) } : {}),
    },
  })

  const cache: ReadCache = {
    isOn,
    signedBypass: false,
    reportsAge: false,
    unsignedRefusals,
    answer: (call, ask) => {
      const isSigned = call.header('kalshi-access-key') !== undefined
      if (!cache.isOn) return ask()
      if (isSigned && cache.signedBypass) return shown({ reply: ask(), at: clock(), hits: 0 })
      forgetOld()
      const key = `${call.path}?${call.query}`
      const known = stored.get(key)
      if (known !== undefined) {
        known.hits += 1
        return shown(known)
      }
      if (!isSigned && random() < cache.unsignedRefusals) return { status: 429, body: refusals[random() < 0.5 ? 0 : 1] }
      const reply = ask()
      if (reply.status !== 200) return reply
      const fresh: Stored = { reply, at: clock(), hits: 0 }
      stored.set(key, fresh)
      return shown(fresh)
    },
  }
  return cache
}

/** Both forms have been seen. */
const refusals = [
  { error: 'too many requests' },
  { error: { code: 'too_many_requests', message: 'too many requests' } },
] as const
