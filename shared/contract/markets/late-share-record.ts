/** A user's armed stops on custom assets that are compared late, as our interface shows it: without naming the user. */

import type { InferInput } from 'valibot'
import { toIso } from '#domain/kernel/time.ts'
import type { LateShare } from '#domain/markets/late-share.ts'
import { datetime } from '../validation/fields/datetime.ts'
import { integer } from '../validation/fields/integer.ts'
import { object } from '../validation/fields/object.ts'
import { string } from '../validation/fields/string.ts'

export const lateShareRecord = object({ share: string(), stops: integer(), late_since: datetime() })

/** The share as health checks show it. */
export const toLateShareRecord = ({ share, stops, since }: LateShare): InferInput<typeof lateShareRecord> => ({
  share,
  stops,
  late_since: toIso(since),
})
