/** Rows of paper accounts, of their orders and of their fills. */

import { qty } from '#domain/kernel/numbers.ts'
import { TIMES_IN_FORCE } from '#domain/orders/order.ts'
import type {
  PaperAccount,
  PaperAccountRef,
  PaperFill,
  PaperPosition,
  TakenLevel,
} from '#domain/paper/paper-account.ts'
import type { PaperOrder } from '#domain/paper/paper-order.ts'
import type { Queue, SeenLevel } from '#domain/paper/queue.ts'
import {
  exact,
  flag,
  id,
  idBehind,
  jsonOf,
  list,
  listOrNone,
  moneyOrNone,
  moneyValue,
  oneOf,
  orNull,
  priceValue,
  qtyOrNone,
  qtyValue,
  text,
  whole,
  yesNo,
} from '../engine/codecs.ts'
import { type Key, PAPER_ORDERS, paperAccountKey, paperAccountOf, paperFillKey, paperOrderKey } from '../engine/keys.ts'
import { type Codec, type Row, readRow, rowOf, seriesOf, unexpected } from '../engine/rows.ts'

/** List as JSON text, left out if it is empty. */
const jsonList = <Field>(codec: Codec<Field>): Codec<readonly Field[]> => {
  const json = jsonOf(list(codec))
  return {
    write: (values) => (values.length === 0 ? null : json.write(values)),
    read: (stored) => (stored === undefined || stored === null ? [] : json.read(stored)),
  }
}

const POSITION = seriesOf<PaperPosition>({
  nativeId: text,
  net: whole,
  cost: moneyValue,
  realized: moneyValue,
  paid: orNull(moneyValue),
})

const TAKEN = seriesOf<TakenLevel>({
  nativeId: text,
  isBid: yesNo,
  price: priceValue,
  displayed: qtyValue,
  qty: qtyValue,
})

const ACCOUNT = rowOf<Omit<PaperAccount, keyof PaperAccountRef>>({
  startedAt: ['sa', whole],
  resetId: ['ri', orNull(text)],
  cash: ['c', moneyValue],
  positions: ['ps', jsonList(POSITION)],
  open: ['op', listOrNone(id)],
  taken: ['tk', jsonList(TAKEN)],
  version: ['v', whole],
})

export const accountToRow = (account: PaperAccount, version: number): Row & Key => ({
  ...ACCOUNT.write({ ...account, version }),
  ...paperAccountKey(account),
})

export const rowToAccount = (row: Row): PaperAccount =>
  readRow(row, () => ({ ...ACCOUNT.read(row), ...paperAccountOf(String(row['pk'])) }))

const SEEN = seriesOf<SeenLevel>({ at: whole, displayed: qtyValue })

type StoredOrder = Omit<PaperOrder, 'queue'> & Queue

const ORDER = rowOf<StoredOrder>({
  paperId: ['sk', idBehind(PAPER_ORDERS)],
  identity: ['id', text],
  nativeId: ['n', text],
  buyFlag: ['bf', yesNo],
  price: ['p', priceValue],
  qty: ['q', qtyValue],
  filledQty: ['fq', qtyOrNone],
  cost: ['co', exact],
  fees: ['fe', moneyOrNone],
  timeInForce: ['tf', oneOf(TIMES_IN_FORCE)],
  expiresAt: ['ex', orNull(whole)],
  postOnly: ['po', flag],
  cancelOnPause: ['cp', flag],
  onlyCloses: ['oc', flag],
  state: ['st', oneOf(['live', 'ended'])],
  placedAt: ['pa', whole],
  ahead: ['ah', qtyOrNone],
  displayed: ['di', qtyOrNone],
  seen: ['se', jsonList(SEEN)],
  tradedTo: ['tt', whole],
  version: ['v', whole],
})

export const orderToRow = (ref: PaperAccountRef, order: PaperOrder, version: number): Row & Key => {
  const { queue, ...rest } = order
  const { ahead, displayed, seen } = order.state === 'live' ? queue : NO_QUEUE
  return { ...ORDER.write({ ...rest, ahead, displayed, seen, version }), ...paperOrderKey(ref, order.paperId) }
}

const NO_QUEUE: Queue = { ahead: qty(0), displayed: qty(0), seen: [] }

export const rowToOrder = (row: Row): PaperOrder =>
  readRow(row, () => {
    const { ahead, displayed, seen, ...order } = ORDER.read(row)
    return { ...order, queue: { ahead, displayed, seen } }
  })

const FILL = seriesOf<PaperFill>({
  fillId: text,
  tradeId: text,
  paperId: text,
  nativeId: text,
  at: whole,
  price: priceValue,
  qty: qtyValue,
  fee: moneyValue,
  buyFlag: yesNo,
  isMaker: yesNo,
})

const FILLS = rowOf<{ readonly fills: readonly PaperFill[] }>({ fills: ['f', jsonOf(list(FILL))] })

/** Row of the fills of one order at one time. The first names it. */
export const fillsToRow = (ref: PaperAccountRef, fills: readonly PaperFill[]): Row & Key => {
  const [first] = fills
  if (first === undefined) return unexpected('a fill', null)
  return { ...FILLS.write({ fills }), ...paperFillKey(ref, first.at, first.fillId) }
}

export const rowToFills = (row: Row): readonly PaperFill[] => readRow(row, FILLS.read).fills
