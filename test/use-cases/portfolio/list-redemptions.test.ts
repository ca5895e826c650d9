/** A page of redemptions says whether more come after it. */

import { expect, it } from 'vitest'
import type { WalletAction } from '#domain/portfolio/wallet-action.ts'
import { listRedemptions } from '#use-cases/portfolio/list-redemptions.ts'

const action = (actionId: string, kind: WalletAction['kind']): WalletAction =>
  ({ actionId, kind, svcId: 7, subaccountId: 's' }) as WalletAction

const deps = {
  subaccounts: { list: async () => [{ subaccountId: 's' }] as never },
  walletActions: {
    list: async () => [action('1', 'redeem'), action('2', 'merge'), action('3', 'approve'), action('4', 'redeem')],
  },
}

it.each([
  [0, 2, ['4', '2'], true],
  [1, 2, ['2', '1'], false],
  [2, 2, ['1'], false],
  [3, 2, [], false],
] as const)('at offset %i with limit %i', async (offset, limit, ids, hasMore) => {
  const page = await listRedemptions(deps, 'user', { limit, offset })
  expect(page.actions.map(({ actionId }) => actionId)).toEqual(ids)
  expect(page.hasMore).toBe(hasMore)
})
