/**
 * How random plays are drawn. `npm test` draws the same ones each time, `npm run test:long` new ones and more of them.
 * A play that fails says how to repeat it: the command with its seed and path, in the run where it failed.
 */

import { inject } from 'vitest'
import { EXCHANGE_NAMES, type ExchangeName } from '#domain/kernel/exchange-name.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    plays: {
      readonly seed: number
      /** Path of one play within a seed, as fast-check names it. */
      readonly path?: string
      /** How many plays there are for each that a test asks for. */
      readonly times: number
    }
  }
}

/** A part of these plays in `npm test`, all of them in a long run. */
export const rounds = (plays: number): number => Math.ceil(plays * inject('plays').times)

/** True if the run includes the long stories. */
export const isLongRun = (): boolean => inject('plays').times >= 1

/** Chooses the share of an exhaustive play for `npm test` or a long run, such as steps at which a function dies. */
export const inThisRun = <Part>({ usual, long }: { readonly usual: Part; readonly long: Part }): Part =>
  isLongRun() ? long : usual

/**
 * Exchanges for a story whose rule is the service's own, such as a limit or the slices of a TWAP. One exchange in `npm test`, each in a
 * long run. A story about what an exchange does plays on each in both: it takes `EXCHANGE_NAMES`.
 */
export const playedOn = (usual: ExchangeName): readonly ExchangeName[] =>
  inThisRun<readonly ExchangeName[]>({ usual: [usual], long: EXCHANGE_NAMES })

/**
 * Decides if a story plays on this exchange. In `npm test` the stories of a table alternate: turn 0 on the first exchange, turn 1 on the
 * second. A long run plays each on both.
 */
export const inTurn =
  (exchange: ExchangeName) =>
  (turn: 0 | 1): boolean =>
    isLongRun() || EXCHANGE_NAMES[turn] === exchange

/** The seed of all that is drawn in this run. */
export const runSeed = (): number => inject('plays').seed
