/** Runs `act` for every item, at most `limit` of them at the same time. */
export const mapConcurrent = async <Item>(
  limit: number,
  items: readonly Item[],
  act: (item: Item) => Promise<unknown>,
): Promise<void> => {
  const left = items.values()
  const worker = async (): Promise<void> => {
    for (const item of left) await act(item)
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker))
}
