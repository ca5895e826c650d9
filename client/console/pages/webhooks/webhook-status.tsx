/** Shows whether a webhook gets events. */

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
    <span class="row">
      <Badge kind="bad">Off</Badge>
      {disabled_reason === null ? null : <span class="muted small">{REASONS[disabled_reason]}</span>}
    </span>
  )

const REASONS = {
  gone: 'its address said that it is gone',
  failing: 'nothing arrived for days',
} as const
