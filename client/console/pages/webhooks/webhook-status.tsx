/** Whether a webhook gets events. */

import type { Webhook } from '../../api/types.ts'
import { time } from '../../format/time.ts'
import { Badge } from '../../parts/badge.tsx'

export const WebhookStatus = ({ of: { is_active, disabled_reason, failing_since } }: { readonly of: Webhook }) =>
  is_active ? (
    failing_since === null ? (
      <Badge kind="good">Active</Badge>
    ) : (
      <Badge kind="busy">Failing since {time(failing_since)}</Badge>
    )
  ) : (
    <Badge kind="bad">Off{disabled_reason === null ? '' : `: ${disabled_reason}`}</Badge>
  )
