/** Records which fields of the answers of an exchange the adapters really read. */

import { type Http, http } from '#adapters/exchanges/http/http.ts'

export interface RecordedReads {
  readonly http: () => Http
  /** The places that were read, by method and path of the call. */
  readonly reads: ReadonlyMap<string, ReadonlySet<string>>
  /** `JSON.parse` is as it was before. */
  readonly stop: () => void
}

/** Records each property that is read from an answer parsed after this call, if it came through the client. */
export const recordReads = (): RecordedReads => {
  const reads = new Map<string, Set<string>>()
  const calls = new Map<string, string>()
  const parse = JSON.parse
  JSON.parse = (text: string, ...more: []) => {
    const parsed: unknown = parse(text, ...more)
    const call = calls.get(text)
    return call === undefined ? parsed : noting(parsed, '', reads.get(call) ?? new Set())
  }
  const send = http()
  return {
    reads,
    stop: () => {
      JSON.parse = parse
    },
    http: () => async (request) => {
      const answer = await send(request)
      if (answer.kind !== 'answered' || answer.status !== 200) return answer
      const call = `${request.method} ${request.url.pathname}`
      calls.set(answer.text, call)
      if (!reads.has(call)) reads.set(call, new Set())
      return answer
    },
  }
}

const noting = (value: unknown, place: string, read: Set<string>): unknown => {
  if (typeof value !== 'object' || value === null) return value
  // A copy of an object reads all of it, and means none.
  let copied: string | symbol | null = null
  return new Proxy(value, {
    getOwnPropertyDescriptor: (target, name) => {
      copied = name
      return Reflect.getOwnPropertyDescriptor(target, name)
    },
    get: (target, name) => {
      const found: unknown = Reflect.get(target, name)
      const isCopy = copied === name
      copied = null
      if (typeof name === 'symbol' || !Object.hasOwn(target, name)) return found
      if (Array.isArray(target)) return name === 'length' ? found : noting(found, `${place}[]`, read)
      const at = place === '' ? name : `${place}.${name}`
      if (!isCopy) read.add(at)
      return noting(found, at, read)
    },
  })
}
