/** Decides which function does the due work of an order. */

import type { Millis } from '../kernel/time.ts'
import { isAmendDue } from './amend/amending.ts'
import { isSettled, wantsCancel } from './derive-status.ts'
import type { Order } from './order.ts'
import { isFinal } from './status.ts'

/** `execute`: a send or an amend. `cancel`: a cancel at the exchange. `sync`: a poll of its account. */
export const dueStep = (order: Order, now: Millis): 'execute' | 'cancel' | 'sync' | 'nothing' => {
  if (isSettled(order)) return 'nothing'
  if (isFinal(order.status) && order.exchangeState !== 'live') return 'sync'
  if (order.sendState !== 'acked' || isAmendDue(order)) return 'execute'
  return wantsCancel(order, now) ? 'cancel' : 'sync'
}
