/** Examples of the log of changes. */

import type { Examples } from '../kernel/examples/example.ts'
import { SAMPLE } from '../kernel/examples/sample.ts'
import { order } from '../kernel/examples/sample-order.ts'

export const changeExamples: Examples = {
  'list-changes': {
    query: { after: SAMPLE.cursor, limit: 100 },
    reply: {
      changes: [
        {
          cursor: '1042',
          event_id: '019aa5d6-9c31-7f04-8a1b-2c3d4e5f6a7b',
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
