/** Follows one order: reads it at once, with each change that the stream reports, and every `everyS` seconds. */

import { ask } from '../api/ask.ts'
import { api } from '../api/client.ts'
import { useLive } from './use-live.ts'

/** An order is read only while it is shown: all lists and tabs of a user share the limit of requests. The data stays. */
export const useOrder = (order_id: string, everyS: number, isShown = true) =>
  useLive(isShown ? order_id : '', () => ask(api.GET('/v1/orders/{order_id}', { params: { path: { order_id } } })), {
    subject: order_id,
    everyS,
    topics: ['orders', 'fills'],
    isStreamed: true,
  })
