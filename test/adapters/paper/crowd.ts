/**
 * A crowd of strangers at a simulated EXCHANGE_A: single orders that join queues, leave them and trade. Each step follows from the seed alone, so that two
 * exchanges see the same intents whatever their books hold.
 */

import { createPrivateKey } from 'node:crypto'
import type { Http } from '#adapters/exchanges/http/http.ts'
import { type SeededRandom, seededRandom } from '#simulators/engine/world/seeded-random.ts'
import { signed } from '#simulators/test/kalshi/simulated.ts'
import { PRIVATE_KEY } from '#test/support/simulators/kalshi.ts'
import { signal } from './desk.ts'

interface CrowdOptions {
  readonly seed: number
  readonly http: Http
  readonly url: string
  readonly ticker: string
  readonly clock: () => number
}

interface Resting {
  readonly id: string
  readonly cents: number
}

const KEY = createPrivateKey(PRIVATE_KEY)

/** The two accounts of the crowd. An account does not trade with itself. */
export const CROWD = ['makers', 'takers'] as const
type Who = (typeof CROWD)[number]

/** Distances from the middle at which the crowd quotes. */
const DEPTH = 4

export class Crowd {
  readonly #options: CrowdOptions
  readonly #draw: SeededRandom
  readonly #bids: Resting[] = []
  readonly #asks: Resting[] = []
  readonly #middle = 50

  constructor(options: CrowdOptions) {
    this.#options = options
    this.#draw = seededRandom(options.seed)
  }

  /** Fills the book with several orders at each level. */
  async open(): Promise<void> {
    for (let times = 0; times < 4; times += 1)
      for (let distance = 1; distance <= DEPTH; distance += 1) {
        await this.#join(true, distance)
        await this.#join(false, distance)
      }
  }

  /** One step: somebody joins a queue, leaves one, or takes. */
  async step(): Promise<void> {
    const draw = this.#draw
    const [kind, buyFlag, distance, size, place] = [
      draw(),
      draw() < 0.5,
      draw.whole(1, DEPTH),
      draw.whole(1, 12),
      draw(),
    ]
    // About as much joins as leaves and trades, so that the queues keep their length.
    if (kind < 0.52) await this.#join(buyFlag, distance, size)
    else if (kind < 0.72) await this.#leave(buyFlag ? this.#bids : this.#asks, place)
    else if (kind < 0.88) await this.#take(buyFlag, size * 2)
  }

  async #join(buyFlag: boolean, distance: number, size = this.#draw.whole(3, 15)): Promise<void> {
    const cents = buyFlag ? this.#middle - distance : this.#middle + distance
    const id = await this.#place(buyFlag, cents, size, 'makers')
    if (id !== null) (buyFlag ? this.#bids : this.#asks).push({ id, cents })
  }

  async #leave(orders: Resting[], place: number): Promise<void> {
    const [one] = orders.splice(Math.floor(place * orders.length), 1)
    if (one !== undefined)
      await this.#call(
        'makers',
        'DELETE',
        `/portfolio/events/orders/${one.id}?market_ticker=${this.#options.ticker}&exchange_index=0`,
      )
  }

  /** Takes at any price of the quotes. */
  async #take(buyFlag: boolean, size: number): Promise<void> {
    await this.#place(buyFlag, buyFlag ? this.#middle + DEPTH : this.#middle - DEPTH, size, 'takers')
  }

  async #place(buyFlag: boolean, cents: number, size: number, who: Who): Promise<string | null> {
    const answer = await this.#call(who, 'POST', '/portfolio/events/orders', {
      ticker: this.#options.ticker,
      side: buyFlag ? 'bid' : 'ask',
      count: `${size}.00`,
      price: (cents / 100).toFixed(4),
      time_in_force: who === 'makers' ? 'good_till_canceled' : 'immediate_or_cancel',
      self_trade_prevention_type: 'maker',
      exchange_index: 0,
    })
    const id: unknown = answer['order_id']
    return typeof id === 'string' ? id : null
  }

  async #call(who: Who, method: 'POST' | 'DELETE', path: string, body?: unknown): Promise<Record<string, unknown>> {
    const { url: base, http, clock } = this.#options
    const url = new URL(`${base}${path}`)
    const signature = signed({ apiKeyId: `${who}-key`, privateKey: KEY }, method, url.pathname, clock())
    const headers = { ...signature, 'user-agent': 'crowd', 'content-type': 'application/json' }
    const text = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await http({ method, url, headers, ...text, timeoutMs: 5_000, signal: signal() })
    if (answer.kind !== 'answered') throw new Error(JSON.stringify(answer))
    if (answer.status >= 300 && answer.status !== 404) throw new Error(answer.text)
    return answer.text === '' ? {} : JSON.parse(answer.text)
  }
}
