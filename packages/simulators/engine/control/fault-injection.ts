/** Faults to order: which calls fail, how, how often. */

import type { DoorAnswer } from '../http/front-door.ts'
import { HOSTILE_KINDS } from '../http/hostile-reply.ts'
import type { WordChanges } from '../http/renamed.ts'

export const FAULT_KINDS = [
  'drop_before',
  'drop_after',
  'status',
  'delay',
  'hold',
  'duplicate',
  'rename',
  ...HOSTILE_KINDS,
] as const
type FaultKind = (typeof FAULT_KINDS)[number]

export interface Fault {
  /**
   * `drop_before`: the connection is lost and nothing happened. `drop_after`: it happened, the answer is lost (with a
   * `status`: replaced by that status). `status`: answered so, nothing happened. `delay`: it happens later. `hold`: it happens once
   * all faults are removed.
   * `duplicate`: it happens twice, the first answer is given. `rename`: it happens, and its answer has `changes`. Those of
   * `HOSTILE_KINDS`: see there.
   */
  readonly kind: FaultKind
  readonly method: string | null
  readonly path: RegExp
  readonly status: number | null
  readonly body: unknown
  readonly changes: WordChanges
  /** The front door gives the status in place of the exchange, so `body` does not count; null: the exchange itself. */
  readonly door: DoorAnswer | null
  readonly delayMs: number
  readonly times: number | null
  readonly probability: number
}

export interface FaultInjection {
  readonly add: (fault: Fault) => void
  readonly clear: () => void
  /** Resolves once all faults are removed. */
  readonly cleared: () => Promise<void>
  /** The fault that meets this call, if any; counts it. */
  readonly meet: (method: string, path: string) => Fault | null
}

export const createFaultInjection = (random: () => number): FaultInjection => {
  let held: (() => void)[] = []
  let faults: { readonly fault: Fault; left: number }[] = []
  return {
    add: (fault) => {
      faults.push({ fault, left: fault.times ?? Number.POSITIVE_INFINITY })
    },
    clear: () => {
      faults = []
      for (const release of held) release()
      held = []
    },
    cleared: () => new Promise((resolve) => held.push(resolve)),
    meet: (method, path) => {
      const met = faults.find(
        ({ fault, left }) =>
          left > 0 &&
          (fault.method === null || fault.method === method) &&
          fault.path.test(path) &&
          (fault.probability >= 1 || random() < fault.probability),
      )
      if (met === undefined) return null
      met.left -= 1
      return met.fault
    },
  }
}
