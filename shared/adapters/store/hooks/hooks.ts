/** Hooks in the table, under their user. */

import type { Hook } from '#domain/hooks/hook.ts'
import { ORDER_TYPES } from '#domain/orders/order.ts'
import type { HookStore } from '#ports/hooks/hook-store.ts'
import {
  flag,
  id,
  idBehind,
  list,
  moneyValue,
  oneOf,
  orNull,
  priceValue,
  qtyValue,
  text,
  whole,
  yesNo,
} from '../engine/codecs.ts'
import { HOOKS } from '../engine/keys.ts'
import { mapOf, rowOf } from '../engine/rows.ts'
import type { Table } from '../engine/table.ts'
import { USERS } from '../engine/table-definition.ts'
import { userRows } from '../engine/user-rows.ts'

/** One row for each hook, under its user. */
export const hookStore = (table: Table): HookStore =>
  userRows(table, { begin: HOOKS, idOf: ({ hookId }) => hookId, form: HOOK })

const TEMPLATE = mapOf<Hook['template']>({
  subaccountId: ['s', id],
  svcId: ['m', whole],
  orderType: ['t', oneOf(ORDER_TYPES)],
  timeInForce: ['f', orNull(oneOf(['FOK', 'GTC', 'IOC']))],
  qty: ['q', qtyValue],
  buyFlag: ['b', yesNo],
  price: ['p', orNull(priceValue)],
  maxSlippage: ['ms', orNull(priceValue)],
  protectionPrice: ['pp', orNull(priceValue)],
  postOnly: ['po', flag],
  reduceOnly: ['ro', flag],
  cancelOnPause: ['cp', flag],
})

const HOOK = rowOf<Hook>({
  name: ['name', text],
  template: ['order', TEMPLATE],
  fields: [
    'free',
    mapOf<Hook['fields']>({
      price: ['p', orNull(mapOf({ min: ['l', priceValue], max: ['h', priceValue] }))],
      qty: ['q', orNull(mapOf({ min: ['l', qtyValue] }))],
    }),
  ],
  limits: [
    'lim',
    mapOf<Hook['limits']>({
      maxOrdersPerDay: ['n', whole],
      maxCostPerDay: ['c', orNull(moneyValue)],
      expiresAt: ['x', orNull(whole)],
    }),
  ],
  secretHash: ['hash', text],
  keyId: ['key', id],
  rotationId: ['rot', orNull(id)],
  isActive: ['active', yesNo],
  insertedAt: ['at', whole],
  day: ['day', whole],
  claimed: ['used', list(mapOf({ orderId: ['o', id], cost: ['c', moneyValue] }))],
  version: ['v', whole],
  hookId: ['sk', idBehind(HOOKS)],
  userId: ['pk', idBehind(USERS)],
})
