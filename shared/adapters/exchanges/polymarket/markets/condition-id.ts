/** Id of a market in the one spelling that the CLOB and the Data API take (Polymarket reference, section 1). */

/** Returns the id in lower case and with 32 bytes. Ids of version 2 markets have 31, and are padded on the right. */
export const conditionIdOf = (text: string): string => {
  const id = text.toLowerCase()
  return /^0x[0-9a-f]{62}$/.test(id) ? `${id}00` : id
}

/** Returns every spelling under which Gamma may list the market. */
export const spellingsOf = (conditionId: string): readonly string[] =>
  /^0x[0-9a-f]{62}00$/.test(conditionId) ? [conditionId, conditionId.slice(0, -2)] : [conditionId]
