/** Changes stored things: reads, changes, saves, and repeats if another process was faster. */

/** The answer of an attempt whose write was refused because what it read has changed, or that may have more to do. */
export const AGAIN = Symbol('again')

/** Another process was faster in every try. */
export class Contended extends Error {
  constructor(what: string, tries: number) {
    super(`${what} stayed contended for ${tries} tries`)
    this.name = 'Contended'
  }
}

/** Most tries. Longer contention has another cause. */
const TRIES = 20

/**
 * Repeats `attempt` until it answers something else than `AGAIN`. Each attempt reads anew what it decides by. `what` names the
 * thing in the `Contended` that is thrown after `tries` attempts.
 */
export const retryOnConflict = async <Result>(
  what: string,
  attempt: () => Promise<Result | typeof AGAIN>,
  tries = TRIES,
): Promise<Result> => {
  for (let tried = 0; tried < tries; tried += 1) {
    const result = await attempt()
    if (result !== AGAIN) return result
  }
  throw new Contended(what, tries)
}

/** Reads a thing for each attempt. The first attempt uses the thing that the caller has read, if given. */
export const knownFirst = <Thing>(
  known: Thing | undefined,
  read: () => Promise<Thing | null>,
): (() => Promise<Thing | null>) => {
  let current = known
  return async () => {
    const thing = current ?? (await read())
    current = undefined
    return thing
  }
}

/** How one stored thing is read and written. `save` is false when the stored version is not the one it was read at. */
export interface Stored<Thing> {
  readonly read: () => Promise<Thing | null>
  readonly save: (next: Thing) => Promise<boolean>
  /** The thing as it stands after it was saved; without it, as it was given to `save`. */
  readonly afterSave?: (saved: Thing) => Thing
  /** The thing as the caller has read it. Tried first, and read again only if it has changed. */
  readonly known?: Thing
}

/**
 * Applies `change` until it is stored, and answers the thing as stored; null when there is none. `change` answers the same
 * object when nothing is to be stored.
 */
export const changeStored = <Thing extends object>(
  what: string,
  { read, save, afterSave, known }: Stored<Thing>,
  change: (thing: Thing) => Thing,
): Promise<Thing | null> => {
  const readNext = knownFirst(known, read)
  return retryOnConflict(what, async () => {
    const thing = await readNext()
    if (thing === null) return null
    const next = change(thing)
    if (next === thing) return thing
    if (!(await save(next))) return AGAIN
    return afterSave === undefined ? next : afterSave(next)
  })
}
