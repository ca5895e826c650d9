/** Leads to the ticket that closes a position. */

import type { Position } from '../../api/types.ts'
import { to } from '../../shell/route.ts'

interface Props {
  readonly position: Position
  readonly subaccountId: string
}

export const CloseButton = ({ position: { svc_id, position } }: Props) =>
  position === 0 ? null : (
    <a class="button compact" href={to('markets', svc_id)}>
      Trade
    </a>
  )
