/** The turns of the messages that a run of a FIFO queue has in hand: in the order in which they came, each group for itself. */

/** One message's turn among those of its group. Instants are in ms. */
export interface Turn {
  /** Resolves when every message before it has passed. Answers when those that were given back come again; null when none was. */
  mine(): Promise<number | null>
  /** Lets the next one have its turn; `againAt`: this message is given back until then. Only the first call counts. */
  pass(againAt: number | null): void
}

/** A turn for each of the messages, given the groups they belong to. */
export const inTurn = (groups: readonly string[]): readonly Turn[] => {
  const last = new Map<string, Promise<number | null>>()
  return groups.map((group) => {
    const before = last.get(group) ?? Promise.resolve(null)
    const passed = Promise.withResolvers<number | null>()
    last.set(
      group,
      Promise.all([before, passed.promise]).then(([earlier, own]) => earlier ?? own),
    )
    return { mine: () => before, pass: passed.resolve }
  })
}
