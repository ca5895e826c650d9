/** Places a complex order on one market. */

import type { CreateComplexOrder, Market } from '../trading-client.ts'
import type { Session } from './command.ts'
import { sendOnce } from './send-once.ts'
import { subaccountOf } from './typed/read-words.ts'

/** The id of the order, which the user sees too. */
export const placeComplexOrder = async (
  session: Session,
  market: Market,
  params: Pick<CreateComplexOrder, 'tag' | 'conditional_order_params' | 'twap_order_params'>,
): Promise<string> => {
  const body = { subaccount_id: subaccountOf(session), svc_id: market.svc_id, ...params }
  const { complex_order_id: id } = await sendOnce(session, (key) =>
    session.client.POST('/v1/complex-orders', {
      params: { header: { 'Idempotency-Key': key } },
      body,
      signal: session.signal,
    }),
  )
  session.progress(`${id} placed for "${market.name}"`)
  return id
}
