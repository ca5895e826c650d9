/** A user's armed stops on custom assets that are compared late, as our interface shows it: without naming the user. */

import type { LateShare } from '#domain/markets/late-share.ts'
import { instant } from '../kernel/record-fields.ts'
import { recordOf } from '../kernel/record-of.ts'
import { integer } from '../validation/fields/integer.ts'
import { string } from '../validation/fields/string.ts'

/** The share as health checks show it. */
export const { schema: lateShareRecord, write: toLateShareRecord } = recordOf<[LateShare]>()({
  share: [string(), ({ share }) => share],
  stops: [integer(), ({ stops }) => stops],
  late_since: instant(({ since }) => since),
})
