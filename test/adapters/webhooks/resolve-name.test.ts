/** The names of receivers are asked of a name server that may lie, change its mind, or say nothing. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { checkedLookup, ForbiddenAddress } from '#adapters/webhooks/checked-lookup.ts'
import { httpSender } from '#adapters/webhooks/http-sender.ts'
import { nameResolver } from '#adapters/webhooks/resolve-name.ts'
import { type NameServer, type Says, startNameServer } from '#test/support/name-server.ts'

const closers: Array<() => void> = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

const nameServer = async (says: Says): Promise<NameServer> => {
  const started = await startNameServer(says)
  closers.push(started.close)
  return started
}

/** A port of this machine that counts who connects, and hangs up. */
const door = async () => {
  let knocks = 0
  const server = createServer((socket) => {
    knocks += 1
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => server.close())
  return { port: (server.address() as AddressInfo).port, knocks: () => knocks }
}

const MESSAGE = { id: 'event-1', at: 0, body: '{}', secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'] }

const sendTo = (
  port: number,
  { server }: NameServer,
  more: { loopbackAllowed?: boolean; deadlineMs?: number } = {},
) => {
  const { loopbackAllowed = false, deadlineMs = 2_000 } = more
  const resolve = nameResolver({ servers: [server], hostsFile: null, deadlineMs })
  const sender = httpSender({ clock: Date.now, loopbackAllowed, resolve, timeoutMs: 10_000 })
  return sender.send({ ...MESSAGE, url: `https://receiver.example.com:${port}/` })
}

describe('a name server that changes its answers between look-ups', () => {
  it('is asked once for an attempt: the address that was checked is the one that is connected to', async () => {
    const { port, knocks } = await door()
    // From the second question on it points into our own network.
    const names = await nameServer((family, nth) => (family === 6 ? [] : nth === 0 ? ['192.0.0.9'] : ['127.0.0.1']))
    const answer = await sendTo(port, names)
    expect(answer.error).toBe('receiver.example.com does not point to a public address')
    expect(names.requested).toEqual(expect.arrayContaining(['4 receiver.example.com', '6 receiver.example.com']))
    expect(names.requested).toHaveLength(2)
    expect(knocks()).toBe(0)
  })

  it('gains nothing by a public address first: the checked address is the address of the socket', async () => {
    const names = await nameServer((family, nth) => (family === 6 ? [] : nth === 0 ? ['8.8.8.8'] : ['127.0.0.1']))
    const lookup = checkedLookup(nameResolver({ servers: [names.server], hostsFile: null }), false)
    const look = () =>
      new Promise((resolve) => lookup('receiver.example.com', { all: true }, (error, found) => resolve(error ?? found)))
    expect(await look()).toEqual([{ address: '8.8.8.8', family: 4 }])
    expect(names.requested.filter((one) => one.startsWith('4'))).toHaveLength(1)
    // The next attempt asks again, and sees what it would connect to.
    expect(await look()).toBeInstanceOf(ForbiddenAddress)
  })

  it('is followed to the first answer although the second is another one', async () => {
    const { port, knocks } = await door()
    const names = await nameServer((family, nth) => (family === 6 ? [] : nth === 0 ? ['127.0.0.1'] : ['10.0.0.1']))
    expect((await sendTo(port, names, { loopbackAllowed: true })).error).toContain('closed the connection')
    expect(knocks()).toBe(1)
    expect(names.requested).toHaveLength(2)
  })

  it.each([
    ['a private IPv6 address beside a public IPv4 one', ['8.8.8.8'], ['fd00:ec2::254']],
    ['loopback beside a public address', ['8.8.8.8', '127.0.0.1'], []],
    ['an IPv4 address inside an IPv6 one', [], ['::ffff:7f00:1']],
  ])('is not followed to %s', async (_what, four, six) => {
    const { port, knocks } = await door()
    const names = await nameServer((family) => (family === 4 ? four : six))
    expect((await sendTo(port, names)).error).toBe('receiver.example.com does not point to a public address')
    expect(knocks()).toBe(0)
  })
})

describe('a name server that says nothing', () => {
  it('is given up at a deadline, and holds no thread that others need', async () => {
    const names = await nameServer(() => 'silence')
    const attempts = Array.from({ length: 20 }, () => sendTo(443, names, { deadlineMs: 200 }))
    expect(process.getActiveResourcesInfo()).not.toContain('GetAddrInfoReqWrap')
    for (const { error } of await Promise.all(attempts)) expect(error).toMatch(/^the name was not resolved in time/)
  })

  it('a silent name server is distinguished from one that knows no such name', async () => {
    const names = await nameServer(() => 'no such name')
    expect((await sendTo(443, names)).error).toBe('the name does not exist or has no address (ENOTFOUND)')
    const empty = await nameServer(() => [])
    expect((await sendTo(443, empty)).error).toBe('the name does not exist or has no address (ENODATA)')
  })

  it('about IPv6 only does not keep an IPv4 address back', async () => {
    const names = await nameServer((family) => (family === 4 ? ['8.8.8.8'] : 'silence'))
    const resolve = nameResolver({ servers: [names.server], hostsFile: null, deadlineMs: 200 })
    expect(await resolve('receiver.example.com')).toEqual([{ address: '8.8.8.8', family: 4 }])
  })
})

describe('a name of this machine', () => {
  it('is read from its file of hosts where that is allowed, and the name server is not asked', async () => {
    const names = await nameServer(() => ['8.8.8.8'])
    const folder = mkdtempSync(join(tmpdir(), 'hosts-'))
    closers.push(() => rmSync(folder, { recursive: true, force: true }))
    const hostsFile = join(folder, 'hosts')
    writeFileSync(
      hostsFile,
      '# ours\n127.0.0.1 localhost\n127.0.0.5\thooks.example.com Other # here\n::1 hooks.example.com\n',
    )
    const resolve = nameResolver({ servers: [names.server], hostsFile })
    expect(await resolve('Hooks.example.com.')).toEqual([
      { address: '127.0.0.5', family: 4 },
      { address: '::1', family: 6 },
    ])
    expect(await resolve('other')).toEqual([{ address: '127.0.0.5', family: 4 }])
    expect(await resolve('localhost')).toEqual([
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ])
    expect(names.requested).toEqual([])
    expect(await resolve('elsewhere.example.com')).toContainEqual({ address: '8.8.8.8', family: 4 })
    const deployed = nameResolver({ servers: [names.server], hostsFile: null })
    expect(await deployed('hooks.example.com')).toContainEqual({ address: '8.8.8.8', family: 4 })
  })
})
