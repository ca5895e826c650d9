/** An amend of the resting order: answered, reported by the private channel, and seen by a read. */

import * as v from 'valibot'
import { accountSigner } from '#adapters/exchanges/kalshi/signing/account-signer.ts'
import { traitsOf } from '#domain/exchanges/traits-of.ts'
import { type Qty, qty, toDecimal } from '#domain/kernel/numbers.ts'
import type { Order } from '#domain/orders/order.ts'
import { jsonOf, readExchange } from '../read-exchange.ts'
import { broken, type Report, untried } from './check.ts'
import { inWords } from './in-words.ts'
import type { OrderPlace } from './order-place.ts'
import { within } from './within.ts'

/** Doubles the quantity of the order. An exchange without an amend has no assumption to check. */
export const checkAmend = async (
  report: Report,
  place: OrderPlace,
  order: Order,
  exchangeOrderId: string,
): Promise<void> => {
  const { exchange, account, market, listening, readsLagMs } = place
  const requested = qty(order.qty * 2)
  const what = `an amend to a total of ${toDecimal(requested)}`
  if (!traitsOf(market.exchange).amendsOrders) {
    await report('order_amended', `${what} is accepted`, async () =>
      untried('This exchange has no amend: the service takes the order off the book and places another one.'),
    )
    return
  }
  const isAmended = await report('order_amended', `${what} is accepted`, async () => {
    const target = { nativeId: market.nativeId, shard: market.shard, buyFlag: order.buyFlag, exchangeOrderId }
    const terms = { qty: requested, price: order.price, expiresAt: order.expiresAt }
    const outcome = await exchange.amend(account, target, terms, AbortSignal.timeout(15_000))
    return outcome.kind === 'amended' ? 'Amended.' : broken(inWords(outcome))
  })
  if (!isAmended) return
  await report('amend_on_socket', 'the private channel tells of the amend', async () => {
    if (listening === null) return broken('No private channel was open.')
    const isIt = (message: unknown): boolean => {
      const reported = v.safeParse(Reported, message)
      return (
        reported.success && reported.output.msg.order_id === exchangeOrderId && isLeft(reported.output.msg, requested)
      )
    }
    return (await listening.received(isIt)) ? 'It came.' : broken('Nothing came.')
  })
  await report('amend_read', `a read shows the new total within ${readsLagMs / 1_000} s`, async () =>
    (await within(readsLagMs, async () => {
      const seen = v.safeParse(Read, await readOrder(place, exchangeOrderId))
      return seen.success && isLeft(seen.output.order, requested)
    }))
      ? 'It shows.'
      : broken('It does not show.'),
  )
}

/** Beside the adapter, whose reports name no total. */
const readOrder = async ({ account, urls, clock }: OrderPlace, exchangeOrderId: string): Promise<unknown> => {
  const url = new URL(`${urls['api']}/portfolio/orders/${encodeURIComponent(exchangeOrderId)}`)
  const headers = accountSigner(clock)(account)?.('GET', url.pathname) ?? {}
  return jsonOf(await readExchange(url, headers))
}

/** The order has no fills: all of it is left. */
const isLeft = ({ remaining_count_fp }: v.InferOutput<typeof Count>, needed: Qty): boolean =>
  Math.round(Number(remaining_count_fp) * 1e6) === needed

const Count = v.object({ remaining_count_fp: v.string() })
const Reported = v.object({ msg: v.object({ order_id: v.string(), ...Count.entries }) })
const Read = v.object({ order: Count })
