/** Exits are placed for all that was bought, however late the reads of the exchange show it. */

import { expect, it } from 'vitest'
import { worldOfTest } from '../../support/use-world.ts'
import { stopDesk } from './stop-desk.ts'

const TAKE_PROFIT = { conditional_order_type: 'TP', trigger_order: { qty: 20, buy_flag: false, price: 0.6 } }

const { world, startWorld } = worldOfTest()

const { buyWith, show } = stopDesk(() => world)
it.each([0, 4, 9, 13])(
  'a take-profit rests for the whole purchase, however late the exchange shows it (%i s after the start)',
  async (seconds) => {
    await startWorld({ exchange: 'EXCHANGE_A', staleReadsMs: 30_000 })
    await world.pass(`${seconds + 1}s`)
    await world.simulated.book([[0.4, 500]], [[0.44, 500]])
    const { ids } = await buyWith([TAKE_PROFIT])
    await world.pass('150s', 1)
    const [takeProfit = ''] = ids
    const resting = await world.order((await show(takeProfit)).trigger_svc_order_id)
    expect(resting).toMatchObject({ status: 'RESTING', qty: 20 })
  },
)
