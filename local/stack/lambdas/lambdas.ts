/**
 * The Lambdas of one machine: each has a thread with the memory of its declaration, and more of them while calls crowd. A thread ends when there
 * has been no call for a while.
 */

import { type LambdaThread, lambdaThread, type ThreadOptions } from './lambda-thread.ts'

export interface Lambda {
  /** Throws what the handler threw, or that its time was over. */
  invoke(event: unknown): Promise<unknown>
  stop(): Promise<void>
}

export interface LambdaOptions extends ThreadOptions {
  /** How many threads it may have; 1 by default. */
  readonly threads?: number
}

/**
 * So many calls in a row find no thread free before there is another one. AWS starts a container for each call that finds none; here all
 * share the processors and the memory of one machine, so that only a load that lasts is worth one.
 */
const CROWD = 100

/** Memory of the young generation where calls may crowd. With half of it, sixteen lists of 100 orders at once spent a quarter of their time collecting. */
const CROWDED_YOUNG_MB = 24

export const startLambda = ({ threads: most = 1, ...given }: LambdaOptions): Lambda => {
  const options = most === 1 ? given : { youngMb: CROWDED_YOUNG_MB, ...given }
  const first = lambdaThread(options)
  let more: readonly LambdaThread[] = []
  let foundBusy = 0

  const chosen = (): LambdaThread => {
    more = more.filter((thread) => thread.isRunning())
    const least = [first, ...more].reduce((least, thread) => (thread.open() < least.open() ? thread : least))
    foundBusy = least.open() === 0 ? 0 : foundBusy + 1
    if (foundBusy < CROWD || more.length + 1 >= most) return least
    foundBusy = 0
    const another = lambdaThread(options)
    more = [...more, another]
    return another
  }

  return {
    invoke: async (event) => chosen().invoke(event),
    stop: async () => {
      await Promise.all([first, ...more].map((thread) => thread.stop()))
    },
  }
}
