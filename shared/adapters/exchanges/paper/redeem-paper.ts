/** Redeems decided positions of a paper account, in place of the relayer of its exchange. */

import { fromDecimal, money, ONE, toDecimal } from '#domain/kernel/numbers.ts'
import { payPosition } from '#domain/paper/apply-fill.ts'
import { netIn, positionIn } from '#domain/paper/paper-account.ts'
import type { WalletRelay } from '#ports/exchanges/wallet-relay.ts'
import type { PaperAccounts } from './paper-accounts.ts'
import type { PaperOptions } from './paper-options.ts'

export const redeeming = ({ marketData }: Pick<PaperOptions, 'marketData'>, accounts: PaperAccounts): WalletRelay => ({
  prepareAction: async (account, { kind, nativeId }, signal) => {
    if (kind !== 'redeem' || nativeId === null) return NOTHING_TO_DO
    if (netIn(await accounts.account(account), nativeId) === 0) return NOTHING_HELD
    const [payout] = await marketData.payouts([nativeId], signal)
    if (payout?.yesPays == null || !payout.isFinal) return NOT_DECIDED
    return { kind: 'ready', payload: `${nativeId} ${toDecimal(payout.yesPays)}` }
  },

  sendAction: async (account, payload) => {
    const { nativeId, yesPays } = readPayload(payload)
    await accounts.change(account, (desk) => {
      const paid = payPosition(desk.account, nativeId, yesPays)
      return { result: null, change: paid === desk.account ? null : { account: paid, orders: [], fills: [] } }
    })
    return { kind: 'accepted', transactionId: transactionOf(nativeId) }
  },

  findAction: async (account, { payload }) => {
    const { nativeId } = readPayload(payload)
    const paid = positionIn(await accounts.account(account), nativeId)?.paid ?? null
    if (paid === null) return { kind: 'missing' }
    const name = transactionOf(nativeId)
    return { kind: 'done', transactionId: name, transaction: name, payout: paid, expected: money(paid) }
  },

  holdsAny: async (account, nativeId) => netIn(await accounts.account(account), nativeId) !== 0,
})

const transactionOf = (nativeId: string): string => `paper-${nativeId}`

const readPayload = (payload: string): { readonly nativeId: string; readonly yesPays: number } => {
  const [nativeId = '', pays = ''] = payload.split(' ')
  return { nativeId, yesPays: Math.min(ONE, fromDecimal(pays) ?? 0) }
}

const NOTHING_TO_DO = { kind: 'nothing', detail: 'A paper account needs no approval, and holds no pairs.' } as const
const NOTHING_HELD = { kind: 'nothing', detail: 'The paper account holds nothing of the market.' } as const
const NOT_DECIDED = { kind: 'later', detail: 'The market is not decided beyond dispute yet.' } as const
