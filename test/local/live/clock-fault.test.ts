/** A wrong clock of the machine is found by the date of an answer. */

import { createServer } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { clockFault } from '#local/live/clock-fault.ts'
import { checkReach } from '#local/live/reach.ts'

const NOW = Date.parse('2026-11-29T12:00:00Z')

describe('the clock of the machine', () => {
  it.each([0, 9_000, -9_000, null])('will do at a difference of %s ms', (aheadMs) => {
    expect(clockFault('EXCHANGE_A', aheadMs)).toBeNull()
  })

  it('is named with its difference and the remedy if it is too far off', () => {
    expect(clockFault('EXCHANGE_A', 120_000)).toContain(
      'The clock of this machine is 2 min 0 s ahead of the clock of EXCHANGE_A, which refuses signatures of another time. Set the clock',
    )
    expect(clockFault('EXCHANGE_A', -30_000)).toContain('is 30 s behind the clock of EXCHANGE_A')
  })
})

describe('a start', () => {
  const exchangeAt = async (time: number): Promise<string> => {
    const server = createServer((_request, response) => {
      response.writeHead(404, { date: new Date(time).toUTCString() }).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    return `http://127.0.0.1:${address.port}`
  }
  const check = async (accounts: 'paper' | 'demo' | 'production', time: number) => {
    const said: string[] = []
    const hosts = { EXCHANGE_A: { api: await exchangeAt(time) } }
    const unreached = await checkReach({ accounts, hosts, now: () => NOW, say: (text) => said.push(text) })
    return { said, unreached }
  }

  it('with accounts whose requests are signed is refused two minutes off', async () => {
    await expect(check('production', NOW - 120_000)).rejects.toThrow('ahead of the clock of EXCHANGE_A')
    await expect(check('demo', NOW + 120_000)).rejects.toThrow('behind the clock of EXCHANGE_A')
    expect((await check('production', NOW - 1_000)).unreached).toEqual([])
  })

  it('with paper accounts reports the clock and continues', async () => {
    const { said } = await check('paper', NOW - 120_000)
    expect(said.join('\n')).toContain('2 min 0 s ahead')
  })

  it('reports an exchange that does not answer, and one without such an environment, in a line each', async () => {
    const said: string[] = []
    const hosts = { EXCHANGE_A: { api: 'http://127.0.0.1:1' } }
    const unreached = await checkReach({ accounts: 'demo', hosts, now: () => NOW, say: (text) => said.push(text) })
    expect(unreached).toEqual(['EXCHANGE_A'])
    expect(said).toEqual([
      'EXCHANGE_B has no demo environment: it is not served',
      expect.stringMatching(/^EXCHANGE_A does not answer at http:\/\/127.0.0.1:1 \(.+\). The service keeps trying$/),
    ])
  })
})
