/** Actions of wallets, in the partition of their subaccount. */

import { ACTION_STATES, type ActionAttempt, type WalletAction } from '#domain/portfolio/wallet-action.ts'
import type { WalletActionStore } from '#ports/portfolio/wallet-action-store.ts'
import { accountSyncToRow } from '../accounts/account-syncs.ts'
import {
  count,
  exchangeValue,
  idBehind,
  jsonOf,
  moneyValue,
  oneOf,
  orNull,
  text,
  textBehind,
  whole,
} from '../engine/codecs.ts'
import { byVersion } from '../engine/expectation.ts'
import { type Key, SUBACCOUNTS, subaccountPartition, WALLET_ACTIONS, walletActionKey } from '../engine/keys.ts'
import { ifThere, type Row, readRow, rowOf, seriesOf } from '../engine/rows.ts'
import { putIf, type Table } from '../engine/table.ts'

/** One row for each action, written on condition of its version. */
export const walletActionStore = (table: Table): WalletActionStore => ({
  get: async (subaccountId, actionId) => ifThere(await table.get(walletActionKey(subaccountId, actionId)), rowToAction),

  list: async (subaccountId, limit) => {
    const partition = subaccountPartition(subaccountId)
    const rows = await table.query({ partition, sort: { startsWith: WALLET_ACTIONS }, descending: true, limit })
    return table.readable(rows, rowToAction)
  },

  page: async (subaccountId, before, limit) => {
    const partition = subaccountPartition(subaccountId)
    const sort = before === null ? { startsWith: WALLET_ACTIONS } : { from: WALLET_ACTIONS, upTo: before }
    // The range includes the action that the page continues after.
    const most = before === null ? limit : limit + 1
    const rows = await table.query({ partition, sort, descending: true, limit: most })
    const found = rows.filter(({ sk }) => sk !== before).slice(0, limit)
    const last = rows.length < most ? undefined : found.at(-1)
    return { actions: table.readable(found, rowToAction), next: last === undefined ? null : String(last['sk']) }
  },

  add: async (actions, sync) => {
    const put = accountSyncToRow(sync, sync.version + 1)
    const changes = actions.map((action) => ({ put: actionToRow(action, 1), expect: 'absent' as const }))
    return (await table.write([{ put, expect: byVersion(sync.version) }, ...changes])).written
  },

  save: (action) => putIf(table, actionToRow(action, action.version + 1), { same: { v: action.version } }),
})

const actionToRow = (action: WalletAction, version: number): Row & Key => ({
  ...ACTION.write({ ...action, version }),
  ...walletActionKey(action.subaccountId, action.actionId),
})

const rowToAction = (row: Row): WalletAction => readRow(row, ACTION.read)

const ATTEMPT = seriesOf<ActionAttempt>({
  payload: text,
  sends: whole,
  lastSentAt: whole,
  transactionId: orNull(text),
})

const ACTION = rowOf<WalletAction>({
  subaccountId: ['pk', idBehind(SUBACCOUNTS)],
  actionId: ['sk', textBehind(WALLET_ACTIONS)],
  exchange: ['x', exchangeValue],
  kind: ['k', oneOf(['approve', 'redeem', 'merge'])],
  svcId: ['m', orNull(whole)],
  nativeId: ['n', orNull(text)],
  state: ['st', oneOf(ACTION_STATES)],
  attempt: ['at', orNull(jsonOf(ATTEMPT))],
  failures: ['f', count],
  dueAt: ['next', whole],
  payout: ['po', orNull(moneyValue)],
  transaction: ['tx', orNull(text)],
  detail: ['d', orNull(text)],
  insertedAt: ['in', whole],
  updatedAt: ['up', whole],
  version: ['v', whole],
})
