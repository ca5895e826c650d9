/** Runs `act` for every item, `lanes` of them at a time. */
export const mapConcurrent = async <Item>(
  lanes: number,
  items: readonly Item[],
  act: (item: Item) => Promise<unknown>,
): Promise<void> => {
  const left = items.values()
  const lane = async (): Promise<void> => {
    for (const item of left) await act(item)
  }
  await Promise.all(Array.from({ length: Math.min(lanes, items.length) }, lane))
}
