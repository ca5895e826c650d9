/** All that is watched, where it is these markets alone. */
export const watchedAt = <Market extends object>(markets: readonly Market[]) => ({
  markets,
  users: [],
  accounts: [],
  listeners: [],
})
