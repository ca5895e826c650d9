/** Objects whose news this tab shows on its own, such as the order of a ticket that was just sent. They get no toast as well. */

const LASTS_MS = 5_000

const until = new Map<string, number>()
const requests = new Set<Promise<unknown>>()

/** For some seconds the page itself reports about the object of this id. */
export const sayHere = (id: string): void => void until.set(id, Date.now() + LASTS_MS)

export const isSaidHere = (id: string): boolean => (until.get(id) ?? 0) > Date.now()

/** A request that makes such an object: `idOf` finds its id in the answer. News of the object can be quicker than the answer. */
export const makeHere = async <Answer>(
  request: Promise<Answer>,
  idOf: (answer: Answer) => string | null,
): Promise<Answer> => {
  requests.add(request)
  try {
    const answer = await request
    const id = idOf(answer)
    if (id !== null) sayHere(id)
    return answer
  } finally {
    requests.delete(request)
  }
}

/** Acts once the objects are known that the page itself reports about, and after some seconds in any case. */
export const onceKnown = (act: () => void): void => {
  if (requests.size === 0) {
    act()
    return
  }
  const patience = new Promise((resolve) => setTimeout(resolve, LASTS_MS))
  void Promise.race([Promise.allSettled(requests), patience]).then(act)
}
