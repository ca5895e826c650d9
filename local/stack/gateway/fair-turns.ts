/**
 * Turns of callers: only a few calls of each go on at the same time, so that whoever asks for much leaves room for others. On AWS each call has
 * a container of its own; on one machine all share its processors.
 */

export interface FairTurns {
  /** Does it when the caller has a place. The place is free again when it has ended, or after `holdsMs`. */
  run<Value>(caller: string, holdsMs: number, act: () => Promise<Value>): Promise<Value>
}

interface Caller {
  places: number
  readonly waiting: Array<() => void>
}

/** `atOnce` is how many places each caller has. */
export const fairTurns = (atOnce: number): FairTurns => {
  const callers = new Map<string, Caller>()

  const placeOf = async (name: string): Promise<() => void> => {
    const caller = callers.get(name) ?? { places: atOnce, waiting: [] }
    callers.set(name, caller)
    if (caller.places > 0) caller.places -= 1
    else await new Promise<void>((resolve) => caller.waiting.push(resolve))
    let isFree = false
    return () => {
      if (isFree) return
      isFree = true
      const next = caller.waiting.shift()
      if (next !== undefined) return next()
      caller.places += 1
      if (caller.places === atOnce) callers.delete(name)
    }
  }

  return {
    run: async (name, holdsMs, act) => {
      const free = await placeOf(name)
      const timer = setTimeout(free, holdsMs).unref()
      try {
        return await act()
      } finally {
        clearTimeout(timer)
        free()
      }
    },
  }
}
