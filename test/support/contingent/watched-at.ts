/** The whole watch list, if it has these markets alone. */
export const watchedAt = <Market extends object>(markets: readonly Market[]) => ({
  markets,
  users: [],
  accounts: [],
  listeners: [],
})
