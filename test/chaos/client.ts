/** A client that never gives up: without an answer it asks again under the same key, and keeps what it was told. */

import type { SeededRandom } from '#simulators/engine/world/seeded-random.ts'
import { pause } from './faults.ts'
import type { Requested } from './requests.ts'
import type { Answer, Service } from './service.ts'

/** Something the service has accepted. */
export interface Accepted {
  readonly id: string
  readonly kind: string
  readonly path: string
  /** When its 202 came. */
  readonly at: number
}

export interface Client {
  readonly accepted: readonly Accepted[]
  /** How often each definite refusal came. */
  readonly refused: ReadonlyMap<string, number>
  /** The totals that changes have asked for, by the id of the order. */
  readonly changes: ReadonlyMap<string, readonly number[]>
  /** How many changes the service has accepted. */
  readonly changed: () => number
  /** Answers that say nothing to a program: no JSON object with `detail`, or a 202 without an id. */
  readonly bare: readonly string[]
  /** Requests that were repeated because no answer came. */
  readonly repeated: () => number
  /** Resolves when there was a definite answer, or when the play is over. */
  carryOut(expected: Requested, key: string, random: SeededRandom): Promise<void>
}

export const startClient = (service: Service, over: AbortSignal): Client => {
  const accepted: Accepted[] = []
  const refused = new Map<string, number>()
  const bare: string[] = []
  const changes = new Map<string, number[]>()
  let [repeated, changed] = [0, 0]

  /** A definite answer; null when the play is over before. */
  const untilAnswered = async (method: string, path: string, body?: object, key?: string): Promise<Answer | null> => {
    for (let tries = 0; !over.aborted; tries += 1) {
      if (tries > 0) repeated += 1
      const answer = await service.call(method, path, body, key).catch(() => null)
      if (answer !== null && answer.status >= 400 && answer.body?.detail === undefined)
        bare.push(`${method} ${path} answered ${answer.status} ${JSON.stringify(answer.body)}`)
      if (answer !== null && !mayBeRepeated(answer)) return answer
      await pause(500, over)
    }
    return null
  }

  return {
    accepted,
    refused,
    bare,
    changes,
    repeated: () => repeated,
    changed: () => changed,
    carryOut: async (requested, key, random) => {
      if ('cancel' in requested) {
        const chosen = lateOne(accepted, requested.cancel, random, { among: 100 })
        if (chosen !== undefined) await untilAnswered('DELETE', `${requested.cancel}/${chosen.id}`)
        return
      }
      if ('amend' in requested) {
        const chosen = lateOne(accepted, '/v1/orders', random, {
          among: 5,
          suits: ({ kind }) => AMENDABLE.has(kind),
        })
        if (chosen === undefined) return
        // Noted before it is asked for: a change whose answer is lost may be done all the same.
        const { qty } = requested.amend
        if (qty !== undefined) changes.set(chosen.id, [...(changes.get(chosen.id) ?? []), qty])
        const answer = await untilAnswered('PATCH', `/v1/orders/${chosen.id}`, requested.amend)
        if (answer?.status === 202) changed += 1
        else if (answer !== null) count(refused, `change: ${wordsOf(answer)}`)
        return
      }
      const answer = await untilAnswered('POST', requested.path, requested.body, key)
      if (answer === null) return
      const id: unknown = answer.body.svc_order_id ?? answer.body.complex_order_id
      if (typeof id === 'string') accepted.push({ id, kind: requested.kind, path: requested.path, at: Date.now() })
      else if (answer.status !== 202) count(refused, wordsOf(answer))
    },
  }
}

/** A request under way, a service that is not there yet, too many requests. */
const mayBeRepeated = ({ status, body }: Answer): boolean =>
  status >= 500 || status === 429 || (status === 409 && body?.code === 'idempotency_in_flight')

/** One of the last, so that it is often still alive. */
const lateOne = (
  accepted: readonly Accepted[],
  path: string,
  random: SeededRandom,
  { among, suits = () => true }: { readonly among: number; readonly suits?: (one: Accepted) => boolean },
): Accepted | undefined => {
  const lately = accepted.filter((each) => each.path === path && suits(each)).slice(-among)
  return lately[random.whole(0, Math.max(0, lately.length - 1))]
}

/** Orders that may rest; a bracket is one too. */
const AMENDABLE: ReadonlySet<string> = new Set(['LIMIT GTC', 'LIMIT GTD', 'bracket'])

const wordsOf = ({ status, body }: Answer): string =>
  `${status} ${body.code ?? body.detail?.[0]?.msg ?? 'without a reason'}`

const count = (counts: Map<string, number>, name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1)
