/** A quota of the caller as our interface shows it. */

import { QUOTA_NAMES } from '#domain/accounts/quotas.ts'
import { enumeration } from '../validation/enumeration.ts'
import { integer } from '../validation/integer.ts'
import { object } from '../validation/object.ts'

export const quotaRecord = object({ name: enumeration(QUOTA_NAMES), limit: integer(), used: integer() })
