/** The bucket of the market catalogue, as functions reach it from this machine and from a container. */

import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { HOST_OF_CONTAINERS } from '#local/sam/container-bridge.ts'
import { LOCAL_BUCKET, startObjectStore } from '#local/stack/object-store.ts'

/** The status of an answer to a request that names this host. */
const ask = (endpoint: string, method: string, host: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const call = request(`${endpoint}/${LOCAL_BUCKET}/markets`, { method, headers: { host } })
    call.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject)
    call.end(method === 'PUT' ? 'markets' : undefined)
  })

it('is the same by address and by the name that a container has for its host', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'objects-'))
  const store = await startObjectStore(folder)
  try {
    const { host, port } = new URL(store.endpoint)
    expect(await ask(store.endpoint, 'PUT', host)).toBe(200)
    for (const name of [host, `localhost:${port}`, `${HOST_OF_CONTAINERS}:${port}`])
      expect(await ask(store.endpoint, 'GET', name), name).toBe(200)
  } finally {
    await store.stop()
    rmSync(folder, { recursive: true })
  }
})
