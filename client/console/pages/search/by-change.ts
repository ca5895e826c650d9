/** Markets by the size of their change within a day, up or down. Equal ones keep their order. */

/** Ids in the new order. A market without a known change counts as one that did not move. */
export const byChange = (svcIds: readonly number[], changeOf: (svcId: number) => number | null): readonly number[] => {
  const sizes = new Map(svcIds.map((svcId) => [svcId, Math.abs(changeOf(svcId) ?? 0)]))
  return svcIds.toSorted((one, other) => (sizes.get(other) ?? 0) - (sizes.get(one) ?? 0))
}
