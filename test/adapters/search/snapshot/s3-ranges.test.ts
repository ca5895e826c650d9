/** Ranges of the snapshot are asked for again when S3 refuses for a moment, as a client of the SDK would. */

import { afterEach, beforeEach, expect, it } from 'vitest'
import { s3Ranges } from '#adapters/search/snapshot/s3-ranges.ts'
import { ServiceUnavailable } from '#ports/kernel/service-unavailable.ts'
import { type Listener, listen } from '../../http/loopback-server.ts'

/** The fate of each try; each later try is answered with 206. */
let fates: readonly (number | 'broken' | 'silent')[] = []
let server: Listener

beforeEach(async () => {
  process.env['AWS_ACCESS_KEY_ID'] = 'local'
  process.env['AWS_SECRET_ACCESS_KEY'] = 'local'
  server = await listen((request, response, nth) => {
    const fate = fates[nth - 1] ?? 206
    if (fate === 'broken') request.socket.resetAndDestroy()
    else if (fate !== 'silent') response.writeHead(fate, { etag: '"one"' }).end('text')
  })
})
afterEach(() => server.close())

const read = (withinMs = 10_000) =>
  s3Ranges({ bucket: 'b', key: 'k', region: 'us-east-1', endpoint: server.url }).read(
    { at: 0, size: 4 },
    null,
    AbortSignal.timeout(withinMs),
  )

it.each([
  ['no more calls for now', 429],
  ['to be slower', 503],
  ['of a fault of its own', 500],
  ['nothing, and the connection breaks', 'broken'],
] as const)('a read is sent again if S3 says %s', async (_, fate) => {
  fates = [fate, fate]
  expect(await read()).toMatchObject({ version: '"one"', bytes: Buffer.from('text') })
  expect(server.requests).toHaveLength(3)
})

it.each([429, 503, 'broken'] as const)(
  'a read that S3 keeps failing with %s fails after four tries, as a part that is away',
  async (fate) => {
    fates = Array.from({ length: 5 }, () => fate)
    await expect(read()).rejects.toThrow(ServiceUnavailable)
    expect(server.requests).toHaveLength(4)
  },
)

it('a read that S3 does not answer in time fails as a part that is away', async () => {
  fates = ['silent']
  await expect(read(200)).rejects.toThrow(ServiceUnavailable)
})

it.each([304, 400])('a %s is no range, and is not asked for again', async (status) => {
  fates = [status]
  await expect(read()).rejects.toThrow(`S3 answers ${status}`)
  expect(server.requests).toHaveLength(1)
})

it.each([403, 404, 412])('a %s says that this version is not there', async (status) => {
  fates = [status]
  expect(await read()).toBeNull()
  expect(server.requests).toHaveLength(1)
})
