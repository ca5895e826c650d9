/** Ends a stop, an exit or a TWAP, with everything attached to it. */

import { ask } from '../../../api/ask.ts'
import { api } from '../../../api/client.ts'
import type { ComplexOrder } from '../../../api/types.ts'
import { tell } from '../../../live/topics.ts'
import { ActButton } from '../../act-button.tsx'
import { describeComplex } from '../describe-complex.ts'

export const CancelComplexButton = ({ of }: { readonly of: ComplexOrder }) => (
  <ActButton
    class="compact"
    label={`Cancel: ${describeComplex(of)}`}
    act={() =>
      ask(
        api.DELETE('/v1/complex-orders/{complex_order_id}', {
          params: { path: { complex_order_id: of.complex_order_id } },
        }),
      )
    }
    done="Cancelled, with everything attached to it."
    then={() => tell('complex_orders', 'orders')}
  >
    Cancel
  </ActButton>
)
