/** A page of redemptions says whether more come after it. */

import { expect, it } from 'vitest'
import type { WalletAction } from '#domain/portfolio/wallet-action.ts'
import { listRedemptions } from '#use-cases/portfolio/list-redemptions.ts'

const action = (actionId: string, kind: WalletAction['kind']): WalletAction =>
  ({ actionId, kind, svcId: 7, subaccountId: 's' }) as WalletAction

const ALL = [action('4', 'redeem'), action('3', 'approve'), action('2', 'merge'), action('1', 'redeem')]

const deps = {
  subaccounts: { list: async () => [{ subaccountId: 's' }] as never },
  walletActions: {
    // Pages of any size, which may begin with other actions only.
    page: async (_: string, before: string | null) => {
      const older = ALL.filter(({ actionId }) => before === null || actionId < before)
      return { actions: older.slice(0, 1), next: older.length > 1 ? (older[0]?.actionId ?? null) : null }
    },
  },
}

it.each([
  [0, 2, ['4', '2'], true],
  [1, 2, ['2', '1'], false],
  [2, 2, ['1'], false],
  [3, 2, [], false],
] as const)(
  'the page at offset %i with limit %i says if more redemptions follow',
  async (offset, limit, ids, hasMore) => {
    const page = await listRedemptions(deps, 'user', { limit, offset })
    expect(page.actions.map(({ actionId }) => actionId)).toEqual(ids)
    expect(page.hasMore).toBe(hasMore)
  },
)
