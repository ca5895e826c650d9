/** Which positions that cannot be read keep something from being done in a market. */

import { expect, it } from 'vitest'
import { UnreadableRow } from '#ports/kernel/unreadable-row.ts'
import { readMarketPositions } from '#use-cases/portfolio/read-market-positions.ts'

const exchange = 'EXCHANGE_A'

/** What is stored where the position of market 7 cannot be read, and nothing is of any other. */
const positions = {
  get: async (_subaccountId: string, _exchange: string, svcId: number) => {
    if (svcId === 7) throw new UnreadableRow('damaged')
    return null
  },
  ofSubaccount: async (_subaccountId: string, options: { readonly skipUnreadable?: boolean } = {}) => {
    if (options.skipUnreadable !== true) throw new UnreadableRow('damaged')
    return { ledgers: [], reports: [], accounts: [] }
  },
}

it('those of other markets keep nothing from it', async () => {
  expect(await readMarketPositions({ positions }, 's', [{ exchange, svcId: 8 }])).toEqual([])
  expect(await readMarketPositions({ positions }, 's', [])).toEqual([])
})

it('its own does, also beside others', async () => {
  const markets = [8, 7].map((svcId) => ({ exchange, svcId }) as const)
  await expect(readMarketPositions({ positions }, 's', markets)).rejects.toThrow(UnreadableRow)
})
