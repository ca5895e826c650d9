/** A world of its own for each test. */

import { afterEach, beforeEach } from 'vitest'
import { startWorld, type World, type WorldOptions } from './world.ts'

export interface Ends {
  /** Requires that our orders agree with the exchanges in the end. Default: true. */
  readonly agrees?: boolean
}

/** The world of the test that runs, which starts before it. Call it in a file or a `describe`. */
export const useWorld = (options: WorldOptions = {}, ends: Ends = {}): World => {
  const { world, startWorld } = worldOfTest(ends)
  beforeEach(() => startWorld(options))
  return world
}

/** The same, for tests that start it themselves. Another start in one test ends the world before. */
export const worldOfTest = (ends: Ends = {}) => {
  let running: World | undefined
  let agrees = true
  const end = async (): Promise<void> => {
    const ending = running
    running = undefined
    if (agrees) await ending?.agree()
    await ending?.stop()
  }
  afterEach(end)
  return {
    world: new Proxy({} as World, { get: (_, name) => Reflect.get(running ?? NONE, name) }),
    /** `more` counts for this world alone. */
    startWorld: async (options: WorldOptions = {}, more: Ends = ends): Promise<void> => {
      await end()
      agrees = more.agrees ?? true
      running = await startWorld(options)
    },
  }
}

const NONE = new Proxy(
  {},
  {
    get: (_, name) => {
      throw new Error(`no world runs: ${String(name)}`)
    },
  },
)
