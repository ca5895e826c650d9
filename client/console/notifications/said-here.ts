/** Objects whose news this tab shows on its own, such as the order of a ticket that was just sent. They get no toast as well. */

const LASTS_MS = 5_000

const until = new Map<string, number>()

/** For some seconds the page itself reports about the object of this id. */
export const sayHere = (id: string): void => void until.set(id, Date.now() + LASTS_MS)

export const isSaidHere = (id: string): boolean => (until.get(id) ?? 0) > Date.now()
