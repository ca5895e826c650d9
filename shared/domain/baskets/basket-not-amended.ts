/** The refusal to change an order on a custom asset. */

import type { Problem } from '../kernel/problem.ts'
import { notAmendable, orderFinal } from '../orders/amend/request-amend.ts'
import { isFinal } from '../orders/status.ts'
import type { BasketOrder } from './basket-order.ts'

/** A 409 with a sentence. */
export const basketNotAmended = ({ status }: BasketOrder): Problem =>
  isFinal(status)
    ? orderFinal(status)
    : notAmendable('An order on a custom asset is a MARKET order: nothing of it rests.')
