/** A stream that is cut every 1.5 s for a minute, under load, sends the whole log of the table. */

import { expect, it } from 'vitest'
import { startOwnService } from '../support/service.ts'
import { playCutStream } from './play-cut-stream.ts'

const CUT_EVERY = 1_500
const LASTS = 60_000

it('a stream that is cut again and again loses no change, and sends all changes in order', async () => {
  const service = await startOwnService({ bot: false })
  try {
    const found = await fetch(`${service.baseUrl}/v1/markets/search?exchange_name=EXCHANGE_A&limit=1`, {
      headers: { 'x-api-key': service.apiKey },
    })
    const { results } = (await found.json()) as { results: Array<{ svc_id: number }> }
    const [market] = results
    if (market === undefined) throw new Error('no market was found')
    const figures = await playCutStream({ ...service, svcId: market.svc_id }, { forMs: LASTS, cutEveryMs: CUT_EVERY })
    expect(figures).toMatchObject({ missing: 0, misplaced: 0 })
    expect(figures.cuts).toBeGreaterThan(20)
    expect(figures.changes).toBeGreaterThan(figures.orders)
  } finally {
    await service.stop()
  }
}, 240_000)
