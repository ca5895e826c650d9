/** Reads the courses of markets that are on the screen: few at a time, each again after some minutes. */

import { type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { Answer } from '../../api/ask.ts'
import type { Course } from './course.ts'

/** More would compete with the calls that trade: a course is one call of the exchange. */
const AT_ONCE = 2
/** An hourly course changes slowly. Each read runs a Lambda function too. */
const KEPT_MS = 10 * 60_000
const RETRY_S = 30
const MOST = 500

interface Kept {
  readonly course: Signal<Course | null>
  readAt: number
}

interface Options {
  readonly read: (svcId: number) => Promise<Answer<Course>>
  readonly clock: () => number
  /** True while nothing may be read: the page is hidden. */
  readonly isHidden: () => boolean
}

export class Courses {
  readonly #options: Options
  readonly #kept = new Map<number, Kept>()
  /** How many rows show a market. */
  readonly #shown = new Map<number, number>()
  readonly #reading = new Set<number>()
  #restsUntil = 0

  constructor(options: Options) {
    this.#options = options
  }

  /** The course of a market; null until it is known, empty for a market that is gone. */
  of(svcId: number): ReadonlySignal<Course | null> {
    return this.#of(svcId).course
  }

  /** A row shows the market, until the returned function is called. */
  show(svcId: number): () => void {
    this.#shown.set(svcId, (this.#shown.get(svcId) ?? 0) + 1)
    this.readDue()
    return () => {
      const rows = (this.#shown.get(svcId) ?? 1) - 1
      if (rows > 0) this.#shown.set(svcId, rows)
      else this.#shown.delete(svcId)
    }
  }

  /** Reads shown courses that are missing or old. */
  readDue(): void {
    for (const svcId of this.#shown.keys()) {
      const { isHidden, clock } = this.#options
      if (this.#reading.size >= AT_ONCE || isHidden() || clock() < this.#restsUntil) return
      if (!this.#reading.has(svcId) && clock() >= this.#of(svcId).readAt + KEPT_MS) void this.#read(svcId)
    }
  }

  async #read(svcId: number): Promise<void> {
    const { read, clock } = this.#options
    this.#reading.add(svcId)
    const answer = await read(svcId)
    this.#reading.delete(svcId)
    const kept = this.#of(svcId)
    if (answer.ok) {
      kept.readAt = clock()
      kept.course.value = answer.data
    } else if (answer.problem.status === 404) {
      kept.readAt = clock()
      kept.course.value = []
    } else this.#restsUntil = clock() + (answer.problem.retryAfterS ?? RETRY_S) * 1_000
    this.readDue()
  }

  #of(svcId: number): Kept {
    const kept = this.#kept.get(svcId) ?? { course: signal(null), readAt: Number.NEGATIVE_INFINITY }
    this.#kept.set(svcId, kept)
    if (this.#kept.size > MOST) {
      const old = [...this.#kept.keys()].find((id) => !(this.#shown.has(id) || this.#reading.has(id) || id === svcId))
      if (old !== undefined) this.#kept.delete(old)
    }
    return kept
  }
}
