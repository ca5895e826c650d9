/** Fields that markets of EXCHANGE_A take from their events. */

import { afterEach, describe, expect, it } from 'vitest'
import { DAY, HOUR } from '#domain/kernel/time.ts'
import { POLITICS, START } from '#simulators/test/kalshi/simulated.ts'
import { adapterFor, anySignal, type Desk, openDesk } from '../desk.ts'

let desk: Desk

afterEach(() => desk.simulated.close())

const market = async () => {
  const [found] = await desk.exchange.marketsById([POLITICS], anySignal())
  if (found === undefined) throw new Error('the market is not listed')
  return found
}
const reported = async (name: string) => {
  const { event } = (await desk.simulated.call('GET', `/events/${name}`)).body as unknown as { event: object }
  return event
}

describe('a market', () => {
  it('has the title of its event, the series by name, and figures with their time', async () => {
    desk = await openDesk()
    const { event, seriesTicker, subtitle, figures, startsAt, opensAt, makerFeeRate } = await market()
    expect(event).toEqual({ nativeId: expect.any(String), title: expect.stringMatching(/\w/), imageUrl: null })
    expect(POLITICS.startsWith(event?.nativeId ?? '?')).toBe(true)
    expect(POLITICS.startsWith(seriesTicker ?? '?')).toBe(true)
    expect(subtitle).toMatch(/\w/)
    expect(startsAt).toBe(opensAt)
    expect(makerFeeRate).toBeTypeOf('number')
    expect(figures).toMatchObject({ volume: expect.any(Number), openInterest: expect.any(Number), asOf: START })
  })

  it('asks for its event once an hour', async () => {
    desk = await openDesk()
    const first = await market()
    const event = await reported(first.event?.nativeId ?? '')
    await desk.answer('/events$', { events: [{ ...event, title: 'Renamed' }], cursor: '' })
    expect((await market()).event?.title).toBe(first.event?.title)
    desk.simulated.time.now += HOUR
    expect((await market()).event?.title).toBe('Renamed')
  })

  it('is listed without the words of its event where these cannot be read', async () => {
    desk = await openDesk()
    await desk.simulated.control('faults', { method: 'GET', path: '/events$', kind: 'status', status: 500, times: 9 })
    const { event, name } = await market()
    expect(event?.nativeId).toMatch(/\w/)
    expect(name).toContain(event?.title)
    expect(desk.skipped).toEqual(['events'])
  })

  it.each([
    [{ fee_type_override: 'quadratic_with_maker_fees', fee_multiplier_override: 0.5 }, [35_000, 8_750]],
    [{ fee_type_override: 'quadratic_with_combo_maker_fees', fee_multiplier_override: 1 }, [70_000, 35_000]],
    [{ fee_type_override: 'flat', fee_multiplier_override: 1 }, [70_000, null]],
    [{ fee_type_override: 'quadratic', fee_multiplier_override: 0 }, [0, 0]],
  ])('has the fees of its event rather than those of its series: %j', async (fees, rates) => {
    desk = await openDesk()
    const { event } = await market()
    const raw = await reported(event?.nativeId ?? '')
    desk.simulated.time.now += HOUR
    await desk.answer('/events$', { events: [{ ...raw, ...fees }], cursor: '' })
    const { feeTerms, makerFeeRate } = await market()
    expect([feeTerms.rate, makerFeeRate]).toEqual(rates)
  })
})

describe('the list of all series', () => {
  const listed = async () => {
    const { markets } = await desk.exchange.listMarkets(null, anySignal())
    return markets.find(({ nativeId }) => nativeId === POLITICS)
  }
  const seriesOf = async (name: string | null | undefined) => {
    const { body } = await desk.simulated.call('GET', `/series/${name}`)
    return (body as unknown as { series: object }).series
  }

  it('is read though it is larger than any other answer', async () => {
    desk = await openDesk()
    const series = await seriesOf((await listed())?.seriesTicker)
    const others = Array.from({ length: 20_000 }, (_, n) => ({
      ...series,
      ticker: `KXOTHER${n}`,
      about: 'x'.repeat(400),
    }))
    desk.simulated.time.now += DAY
    await desk.answer('/series$', { series: [...others, { ...series, fee_multiplier: 0.5 }] })
    expect((await listed())?.feeTerms.rate).toBe(35_000)
  })

  it('is not read for a market that is asked for by name: its own series suffices', async () => {
    desk = await openDesk()
    const known = await listed()
    const other = adapterFor(desk.simulated.simulator.url, () => desk.simulated.time.now)
    await desk.simulated.control('faults', { method: 'GET', path: '/series$', kind: 'status', status: 500, times: 99 })
    const [found] = await other.marketsById([POLITICS], anySignal())
    expect(found).toEqual(known)
    const half = { series: { ...(await seriesOf(known?.seriesTicker)), fee_multiplier: 0.5 } }
    await desk.answer(`/series/${known?.seriesTicker}$`, half)
    const [soon] = await other.marketsById([POLITICS], anySignal())
    expect(soon?.feeTerms.rate).toBe(70_000)
    desk.simulated.time.now += HOUR
    const [later] = await other.marketsById([POLITICS], anySignal())
    expect(later?.feeTerms.rate).toBe(35_000)
  })
})
