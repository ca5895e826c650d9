/** Unreadable positions that block work in a market. */

import { expect, it } from 'vitest'
import { UnreadableRow } from '#ports/kernel/unreadable-row.ts'
import { readMarketPositions } from '#use-cases/portfolio/read-market-positions.ts'

const exchange = 'EXCHANGE_A'

/** A store in which the position of market 7 cannot be read, and no other exists. */
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

it('unreadable positions of other markets do not stop a read', async () => {
  expect(await readMarketPositions({ positions }, 's', [{ exchange, svcId: 8 }])).toEqual([])
  expect(await readMarketPositions({ positions }, 's', [])).toEqual([])
})

it('an unreadable position of a requested market stops the read, also beside other markets', async () => {
  const markets = [8, 7].map((svcId) => ({ exchange, svcId }) as const)
  await expect(readMarketPositions({ positions }, 's', markets)).rejects.toThrow(UnreadableRow)
})
