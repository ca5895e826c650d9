/**
 * Turns of callers: only a few calls of each go on at the same time, so that whoever asks for much leaves room for others. On AWS each call has
 * a container of its own; on one machine all share its processors.
 */

export interface FairTurns {
  /** Does it when the caller has a place. The place is free again when it has ended, or after `holdsMs`. */
  run<Value>(caller: string, holdsMs: number, act: () => Promise<Value>): Promise<Value>
}

export interface Places {
  /** How many places each caller has. */
  readonly each: number
  /** How many one has for whom nobody else has to make room. */
  readonly alone: number
  /** Milliseconds that never go back. */
  readonly now: () => number
}

interface Caller {
  going: number
  readonly waiting: Array<() => void>
}

/** A caller is alone when no other has asked for so long. */
const ALONE_AFTER_MS = 10_000

export const fairTurns = ({ each, alone, now }: Places): FairTurns => {
  const callers = new Map<string, Caller>()
  let latest: string | null = null
  let sharedUntil = Number.NEGATIVE_INFINITY

  const heardOf = (name: string): void => {
    if (latest !== null && latest !== name) sharedUntil = now() + ALONE_AFTER_MS
    latest = name
  }

  const isFull = ({ going }: Caller): boolean => going >= (now() < sharedUntil ? each : alone)

  const placeOf = async (name: string): Promise<() => void> => {
    heardOf(name)
    const caller = callers.get(name) ?? { going: 0, waiting: [] }
    callers.set(name, caller)
    if (isFull(caller)) await new Promise<void>((resolve) => caller.waiting.push(resolve))
    else caller.going += 1
    let isFree = false
    return () => {
      if (isFree) return
      isFree = true
      caller.going -= 1
      while (caller.waiting.length > 0 && !isFull(caller)) {
        caller.going += 1
        caller.waiting.shift()?.()
      }
      if (caller.going === 0) callers.delete(name)
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
