/** The log contains the reason why an order could not be sent, and never a secret. */

import { describe, expect, it } from 'vitest'
import { EXCHANGE_NAMES } from '#domain/kernel/exchange-name.ts'
import { ORDER_LOG } from '#use-cases/orders/log-messages.ts'
import { worldOfTest } from '../../../support/use-world.ts'

const { world, startWorld } = worldOfTest({ agrees: false })

describe.each(EXCHANGE_NAMES)('the log of a send on %s', (exchange) => {
  it('says why the outcome is unknown', async () => {
    await open()
    await world.simulated.fault({ ...world.simulated.calls.create, kind: 'status', status: 500, times: 1 })
    await world.place()
    await world.settle()
    expect(linesWith(ORDER_LOG.sent)[0]).toMatchObject({ outcome: 'unknown', reason: expect.stringContaining('500') })
    expectNoSecrets()
  })

  it('says why the exchange takes the order later', async () => {
    await open()
    await world.simulated.mode(world.simulated.closedMode)
    await world.place()
    await world.settle()
    expect(linesWith(ORDER_LOG.sent)[0]).toMatchObject({ outcome: 'later', reason: expect.stringMatching(/\w+ \w+/) })
    expectNoSecrets()
  })

  it('says why a cancel was not taken', async () => {
    await open()
    const orderId = await world.place()
    await world.settle()
    await world.simulated.fault({ ...world.simulated.calls.cancel, kind: 'status', status: 500, times: 1 })
    await world.delete(`/v1/orders/${orderId}`)
    await world.settle()
    expect(linesWith(ORDER_LOG.cancelSent)[0]).toMatchObject({
      outcome: 'unknown',
      reason: expect.stringContaining('500'),
    })
  })

  it('says why an order was postponed before its send', async () => {
    await open()
    await world.simulated.fault({ path: '/orderbook|/book', kind: 'status', status: 503, times: 4 })
    await world.place({ order_type: 'MARKET', time_in_force: 'IOC', price: null })
    await world.settle()
    expect(linesWith(ORDER_LOG.postponed)[0]).toMatchObject({ reason: expect.stringMatching(/\w+ \w+/) })
    await world.simulated.noFaults()
  })

  const open = (): Promise<void> => startWorld({ exchange, quoted: true })
})

const linesWith = (message: string): readonly Record<string, unknown>[] =>
  world.log.map((line) => JSON.parse(line) as Record<string, unknown>).filter((line) => line['message'] === message)

const expectNoSecrets = (): void => {
  for (const secret of Object.values(world.simulated.credentials).filter(isLong))
    for (const part of secret.split('\n').filter((line) => line.length > 20 && !line.startsWith('-----')))
      expect(world.log.join('\n')).not.toContain(part)
}

const isLong = (value: unknown): value is string => typeof value === 'string' && value.length > 20
