/** A running service keeps to its machine and its owner: nothing listens on a network, and no page in a browser moves it. */

import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { HOST_OF_CONTAINERS } from '#local/sam/container-bridge.ts'
import type { OwnService } from '../support/service.ts'

export const confined = (service: () => OwnService): void => {
  const LISTENING = '0A'
  /** 127.0.0.0/8, its bytes in reverse, and ::1. */
  const LOOPBACK = /^([0-9A-F]{6}7F|00000000000000000000000001000000)$/

  /** This process and all it has started, directly or not. */
  const family = (): readonly string[] => {
    const parents = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((pid) => unlessGone(() => [[pid, parentOf(pid)] as const]))
    const known = [String(process.pid)]
    for (const parent of known) for (const [pid, of] of parents) if (of === parent) known.push(pid)
    return known
  }

  const parentOf = (pid: string): string | undefined =>
    readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]

  /** The sockets a process has open, by inode. */
  const socketsOf = (pid: string): readonly string[] =>
    unlessGone(() => readdirSync(`/proc/${pid}/fd`)).flatMap((fd) =>
      unlessGone(() => {
        const [, inode] = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`)) ?? []
        return inode === undefined ? [] : [inode]
      }),
    )

  /** Processes and their files may end while they are looked at. */
  const unlessGone = <Found>(look: () => readonly Found[]): readonly Found[] => {
    try {
      return look()
    } catch {
      return []
    }
  }

  const listeners = (): readonly string[] => {
    const ours = new Set(family().flatMap(socketsOf))
    return ['tcp', 'tcp6'].flatMap((name) =>
      readFileSync(`/proc/net/${name}`, 'utf8')
        .split('\n')
        .map((line) => line.trim().split(/\s+/))
        .filter((fields) => fields[3] === LISTENING && ours.has(fields[9] ?? ''))
        .map((fields) => fields[1]?.split(':')[0] ?? ''),
    )
  }

  describe.skipIf(process.platform !== 'linux')('on the network', () => {
    it('all of it listens on loopback only', () => {
      const found = listeners()
      // Gateway, engine, queues, key endpoint and at least one server for each exchange.
      expect(found.length).toBeGreaterThanOrEqual(6)
      expect(found.filter((address) => !LOOPBACK.test(address))).toEqual([])
    })
  })

  describe('another user of the machine', () => {
    it('gets nothing of the table, whose port he can find', async () => {
      const { origin, pathname } = new URL(service().table.endpoint)
      const scan = (path: string) =>
        fetch(`${origin}${path}`, {
          method: 'POST',
          headers: { 'x-amz-target': 'DynamoDB_20120810.Scan' },
          body: JSON.stringify({ TableName: service().table.name }),
        })
      for (const path of ['/', `/${'0'.repeat(32)}`]) {
        const refused = await scan(path)
        expect([refused.status, await refused.text()]).toEqual([403, ''])
      }
      expect((await scan(pathname)).status).toBe(200)
    })
  })

  describe('a page in a browser', () => {
    const control = (headers: Record<string, string>) =>
      fetch(`${service().exchanges.EXCHANGE_A.controlUrl}/control/faults`, { headers })

    it.each([{ origin: 'https://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }])(
      'does not reach the control of a simulated exchange: %o',
      async (headers) => {
        expect((await control(headers)).status).toBe(403)
        expect((await control({})).status).not.toBe(403)
      },
    )

    it('does not reach it under a name of its own; a container does under the name of its host', async () => {
      const { hostname, port } = new URL(service().exchanges.EXCHANGE_A.controlUrl)
      const under = (host: string): Promise<number | undefined> =>
        new Promise((resolve, reject) => {
          const call = request({ hostname, port, path: '/control/faults', headers: { host: `${host}:${port}` } })
          call
            .on('response', (response) => resolve(response.resume().statusCode))
            .on('error', reject)
            .end()
        })
      expect(await under('evil.example')).toBe(403)
      expect(await under('host.docker.internal.evil.example')).toBe(403)
      expect(await under(HOST_OF_CONTAINERS)).not.toBe(403)
    })
  })
}
