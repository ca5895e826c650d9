/** Examples of the log of changes. */

import type { Examples } from '../openapi/example.ts'
import { SAMPLE } from '../openapi/sample.ts'
import { order } from '../orders/sample-order.ts'

export const changeExamples: Examples = {
  'list-changes': {
    query: { after: SAMPLE.cursor, limit: 100 },
    reply: {
      changes: [
        {
          cursor: '1042',
          type: 'order.updated',
          timestamp: SAMPLE.later,
          object_id: SAMPLE.orderId,
          sequence: 300,
          previous_status: 'PROCESSING',
          data: order,
        },
      ],
      cursor: '1042',
      has_more: false,
    },
  },
}
