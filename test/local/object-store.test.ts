/** The bucket of the market catalogue, as functions reach it from this machine and from a container. */

import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOST_OF_CONTAINERS } from '#local/sam/container-bridge.ts'
import { LOCAL_BUCKET, type LocalObjectStore, startObjectStore } from '#local/stack/aws/object-store.ts'

/** The status of an answer to a request that names this host. */
const ask = (endpoint: string, method: string, host: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const call = request(`${endpoint}/${LOCAL_BUCKET}/markets`, { method, headers: { host } })
    call.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject)
    call.end(method === 'PUT' ? 'markets' : undefined)
  })

let folder: string
let store: LocalObjectStore
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'objects-'))
  store = await startObjectStore(folder)
})
afterAll(async () => {
  await store?.stop()
  rmSync(folder, { recursive: true })
})

it('is the same by address and by the name that a container has for its host', async () => {
  const { host, port } = new URL(store.endpoint)
  expect(await ask(store.endpoint, 'PUT', host)).toBe(200)
  for (const name of [host, `localhost:${port}`, `${HOST_OF_CONTAINERS}:${port}`])
    expect(await ask(store.endpoint, 'GET', name), name).toBe(200)
})

describe('a caller without the secret path', () => {
  it('reads and writes nothing, whatever the credentials', async () => {
    const { host, origin } = new URL(store.endpoint)
    await ask(store.endpoint, 'PUT', host)
    for (const before of ['', `/${'0'.repeat(32)}`, '/../..', `/${LOCAL_BUCKET}/..`])
      for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'])
        expect(await ask(`${origin}${before}`, method, host), `${method} ${before}`).toBe(403)
    expect(await ask(store.endpoint, 'GET', host)).toBe(200)
  })
})
