import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { openTable } from '#adapters/store/engine/table.ts'

describe('the way to DynamoDB', () => {
  it('asks again where no answer begins within five seconds', async () => {
    let requested = 0
    const silentOnce = createServer((_, response) => {
      requested += 1
      if (requested > 1) response.setHeader('content-type', 'application/x-amz-json-1.0').end('{}')
    })
    await new Promise<void>((resolve) => silentOnce.listen(0, '127.0.0.1', resolve))
    const { port } = silentOnce.address() as AddressInfo
    const credentials = { accessKeyId: 'any', secretAccessKey: 'any' }
    const table = openTable({ name: 'any', region: 'us-east-1', endpoint: `http://127.0.0.1:${port}`, credentials })
    expect(await table.get({ pk: 'any', sk: 'any' })).toBeNull()
    expect(requested).toBe(2)
    silentOnce.closeAllConnections()
    silentOnce.close()
  })
})
