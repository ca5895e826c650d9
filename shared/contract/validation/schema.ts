/** Any schema a field, a list or a part of a request can have. */

import type * as v from 'valibot'

export type Schema<In = unknown, Out = unknown> = v.BaseSchema<In, Out, v.BaseIssue<unknown>>
