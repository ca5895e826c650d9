/** Turns of the messages that a run of a FIFO queue carries: each group in the order of arrival. */

/** Turn of one message among those of its group. All instants are in ms. */
export interface Turn {
  /** Resolves when every earlier message has passed: with the instant at which messages that were given back come again, or null. */
  mine(): Promise<number | null>
  /** Gives the next message its turn. `againAt` is the instant until which this message is given back. Only the first call counts. */
  pass(againAt: number | null): void
}

/** Makes a turn for each message from the names of their groups. */
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
