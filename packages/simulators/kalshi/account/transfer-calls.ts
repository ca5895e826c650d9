/** Moving money between shards; it arrives some time later (Kalshi reference, section 8). */

import type { HttpReply } from '../../engine/http/json-server.ts'
import { ok, type SimulatorCall } from '../http/call.ts'
import { pageOf } from '../http/page-cursor.ts'
import { refusal } from '../http/refusal.ts'
import { dollars, seconds } from '../http/wire-numbers.ts'
import { type KalshiWorld, SHARDS, type Transfer } from '../world/world.ts'

/** One hundredth of a cent, the unit of the request. */
const UNIT = 100
const TAKES = 2_000

export const createTransfer = (call: SimulatorCall): HttpReply => {
  const { world, account, now } = call
  const body = call.body('IntraExchangeInstanceTransferRequest')
  const amount = body.whole('amount')
  const from = body.whole('source_exchange_shard') ?? 0
  const to = body.whole('destination_exchange_shard') ?? 0
  const instances = [body.required('source'), body.required('destination')]
  if (amount === undefined) throw refusal(400, 'missing_parameters', 'amount is required')
  if (amount <= 0 || instances.some((instance) => instance !== 'event_contract')) {
    throw refusal(400, 'invalid_parameters')
  }
  if ([from, to].some((shard) => shard < 0 || shard >= SHARDS)) {
    throw refusal(400, 'exchange_index_must_be_between_0_and_3')
  }
  const clientId = body.text('client_transfer_id')
  const isRepeated = [...world.transfers.values()].some(
    (known) => known.account === account && clientId !== undefined && known.clientId === clientId,
  )
  // An accepted transfer cannot be repeated (Kalshi live reference, section 6).
  if (isRepeated) throw refusal(409, 'transfer_already_exists')
  if (world.engine.ledger.available(account, from) < amount * UNIT) throw refusal(400, 'available_balance_too_low')
  const id = world.engine.newId()
  // Gone at once from where it was, and nowhere until it arrives.
  world.engine.ledger.moveCash(account, from, -amount * UNIT)
  const transfer: Transfer = {
    id,
    account,
    from,
    to,
    amount: amount * UNIT,
    createdAt: now,
    completesAt: now + TAKES,
    ...(clientId === undefined ? {} : { clientId }),
    status: 'pending',
  }
  world.transfers.set(id, transfer)
  world.keep('transfer', id, { ...transfer })
  return ok({ transfer_id: id })
}

export const getTransfer = ({ world, account, params }: SimulatorCall): HttpReply => {
  const transfer = world.transfers.get(params['transfer_id'] ?? '')
  if (transfer === undefined || transfer.account !== account) throw refusal(404, 'not_found')
  return ok({ transfer: transferJson(transfer) })
}

export const listTransfers = (call: SimulatorCall): HttpReply => {
  const query = call.query('GetIntraExchangeInstanceTransfers')
  const own = [...call.world.transfers.values()].filter(({ account }) => account === call.account).reverse()
  const page = pageOf(own, ({ id }) => id, query.limit(500, 100, 1), query.text('cursor'))
  return ok({ transfers: page.items.map(transferJson), cursor: page.cursor })
}

/** Lets the money of due transfers arrive. */
export const completeTransfers = (world: KalshiWorld): void => {
  for (const transfer of world.transfers.values()) {
    if (transfer.status === 'complete' || transfer.completesAt > world.clock()) continue
    transfer.status = 'complete'
    world.engine.ledger.moveCash(transfer.account, transfer.to, transfer.amount)
    world.keep('transfer', transfer.id, { ...transfer })
  }
}

const transferJson = (transfer: Transfer) => ({
  transfer_id: transfer.id,
  source: 'event_contract',
  destination: 'event_contract',
  source_exchange_shard: transfer.from,
  destination_exchange_shard: transfer.to,
  amount: dollars(transfer.amount),
  status: transfer.status,
  created_ts: seconds(transfer.createdAt),
})
