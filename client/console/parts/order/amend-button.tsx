/** Placeholder of the change of an order. */

import type { Order } from '../../api/types.ts'

export const AmendButton = (_: { readonly order: Order }) => null
