/** A quota of the caller as our interface shows it. */

import { QUOTA_NAMES } from '#domain/accounts/quotas.ts'
import { enumeration } from '../validation/fields/enumeration.ts'
import { integer } from '../validation/fields/integer.ts'
import { object } from '../validation/fields/object.ts'

export const quotaRecord = object({ name: enumeration(QUOTA_NAMES), limit: integer(), used: integer() })
