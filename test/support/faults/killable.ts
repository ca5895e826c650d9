/** Lets a consumer die between any two steps: from then on it reaches nothing, like a process that was killed. */

/** Thrown into whatever a dead consumer tries. */
export class Killed extends Error {
  constructor() {
    super('killed')
    this.name = 'Killed'
  }
}

/** Counts the steps of one run: each call to the outside is two, just before it and just after it. */
export interface Lifeline {
  step(): void
  /** True once it has died. */
  readonly over: boolean
}

/** Dies at step `at` (0 is before the first call) and stays dead; `Infinity` never dies. */
export const lifeline = (at: number): Lifeline => {
  let steps = 0
  let over = false
  return {
    get over() {
      return over
    },
    step: () => {
      if (steps >= at) {
        over = true
        throw new Killed()
      }
      steps += 1
    },
  }
}

/** Pure parts of a port, which reach nothing outside. */
const PURE = new Set<PropertyKey>(['orderIdOf', 'name', 'info', 'warn', 'error', 'metric'])

/** The same port, every call of which takes its two steps. */
export const killable = <Port extends object>(port: Port, life: Lifeline): Port =>
  new Proxy(port, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function' || PURE.has(name)) return value
      return async (...given: unknown[]): Promise<unknown> => {
        life.step()
        const result: unknown = await Reflect.apply(value, target, given)
        life.step()
        return result
      }
    },
  })
