/** Lets things that happen at the same time overtake one another, differently for each seed and always the same for one. */

/** The same port, every call of which takes a while of its own, before and after it happens. */
export const slowed = <Port extends object>(port: Port, turns: () => number): Port =>
  new Proxy(port, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return async (...given: unknown[]): Promise<unknown> => {
        await wait(turns())
        const result: unknown = await Reflect.apply(value, target, given)
        await wait(turns())
        return result
      }
    },
  })

/** How many turns each call waits: a sequence that looks like chance (a linear congruential generator). */
export const turnsOf = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >>> 29
  }
}

const wait = async (turns: number): Promise<void> => {
  for (let turn = 0; turn < turns; turn += 1) await null
}
