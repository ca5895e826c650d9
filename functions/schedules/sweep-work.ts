/** Each minute, and every ten seconds while something is owed: whatever is overdue is queued again. */

import { setTimeout as wait } from 'node:timers/promises'
import { MINUTE } from '#domain/time.ts'
import { schedule } from '#lambda/schedule.ts'
import { sweepWork } from '#use-cases/sweep-work.ts'
import {
  baskets,
  clock,
  complexOrders,
  deliveries,
  log,
  orders,
  positions,
  queues,
  subaccounts,
  tradingDays,
  venueAccounts,
  work,
} from '../runtime.ts'

/** Between two sweeps of one run. */
const PAUSE = 10_000

export const handler = schedule(
  {
    name: 'sweep-work',
    everyMinutes: 1,
    timeoutS: 60,
    memoryMb: 256,
    uses: {
      table: 'write',
      sends: [
        'execute-order',
        'execute-basket',
        'cancel-order',
        'sync-account',
        'tend-conditionals',
        'deliver-webhook',
      ],
    },
    ifBroken: 'Work that a crash or a lost message left behind is not taken up again. Look at the log of sweep-work.',
  },
  () => ({
    work: work(),
    orders: orders(),
    baskets: baskets(),
    complexOrders: complexOrders(),
    deliveries: deliveries(),
    venueAccounts: venueAccounts(),
    subaccounts: subaccounts(),
    positions: positions(),
    tradingDays: tradingDays(),
    queues: queues(),
    clock,
    log,
  }),
  async (deps, time) => {
    const end = Date.now() + Math.min(time.remainingMs, 58_000) - 2_000
    for (;;) {
      await sweepWork(deps)
      // Nothing owed within the next minute: an idle service costs one short run a minute.
      const soon = await deps.work.due(deps.clock() + MINUTE, 1)
      if (soon.length === 0 || Date.now() + PAUSE >= end) return
      await wait(PAUSE)
    }
  },
)
