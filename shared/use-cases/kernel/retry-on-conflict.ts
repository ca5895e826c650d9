/** The one way to change stored things: read, change, save; and again when someone else was faster. */

/** The answer of an attempt whose write was refused because what it read has changed, or that may have more to do. */
export const AGAIN = Symbol('again')

/** Someone else was faster for as often as it was tried. */
export class Contended extends Error {
  constructor(what: string, tries: number) {
    super(`${what} stayed contended for ${tries} tries`)
    this.name = 'Contended'
  }
}

/** No one is faster for ever: a thing that is contended for longer than this has another fault. */
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

/** Reads a thing for each attempt. What the caller has read already is taken for the first, where there is such. */
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
  /** What the caller has read already: tried first, and not read again unless it has changed. */
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
