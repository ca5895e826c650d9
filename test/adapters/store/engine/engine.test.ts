import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { CreateTableCommand, DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { describe, expect, it } from 'vitest'
import { openTable } from '#adapters/store/engine/table.ts'
import { CannotStart } from '#local/cannot-start.ts'
import { createTable, LOCAL_CREDENTIALS, startDynamoDb } from '#local/stack/dynamodb.ts'
import { freshTable } from '#test/support/store.ts'

const row = { pk: 'p', sk: 's', n: 1 }

const answersAt = async (endpoint: string): Promise<boolean> => {
  try {
    await fetch(endpoint)
    return true
  } catch {
    return false
  }
}

describe('the local DynamoDB engine', () => {
  it('keeps its data in the given file from one start to the next', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dynamodb-'))
    const file = join(folder, 'new folder', 'data.db')
    try {
      for (const start of [1, 2]) {
        const engine = await startDynamoDb({ file })
        await createTable(engine.endpoint, 'kept')
        const table = openTable({
          name: 'kept',
          endpoint: engine.endpoint,
          region: 'local',
          credentials: LOCAL_CREDENTIALS,
        })
        if (start === 1) await table.putAll([row])
        else expect(await table.get({ pk: 'p', sk: 's' })).toEqual(row)
        await engine.stop()
        expect(await answersAt(engine.endpoint)).toBe(false)
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('is not started on a table that another version arranged in another way, and the words say what to do', async () => {
    const { reach } = await freshTable()
    const { endpoint = '', name } = reach
    await createTable(endpoint, name)
    const client = new DynamoDBClient({ endpoint, region: 'local', credentials: LOCAL_CREDENTIALS })
    const { Table } = await client.send(new DescribeTableCommand({ TableName: name }))
    const { KeySchema, AttributeDefinitions = [], GlobalSecondaryIndexes = [] } = Table ?? {}
    const keys = AttributeDefinitions.map((one) =>
      one.AttributeName === 'ts' ? { ...one, AttributeType: 'N' as const } : one,
    )
    const indexes = GlobalSecondaryIndexes.map(({ IndexName, KeySchema, Projection }) => {
      return { IndexName, KeySchema, Projection }
    })
    const narrow = indexes.map((index) => ({ ...index, Projection: { ProjectionType: 'KEYS_ONLY' as const } }))
    const other = [
      { AttributeDefinitions: keys, GlobalSecondaryIndexes: indexes },
      { AttributeDefinitions, GlobalSecondaryIndexes: narrow },
    ]
    for (const [n, arranged] of other.entries()) {
      const TableName = `other-${n}`
      await client.send(new CreateTableCommand({ TableName, KeySchema, BillingMode: 'PAY_PER_REQUEST', ...arranged }))
      const start = createTable(endpoint, TableName)
      await expect(start).rejects.toBeInstanceOf(CannotStart)
      await expect(start).rejects.toThrow('npm start -- --fresh')
    }
    client.destroy()
  })

  it('ends with the process that started it, even when that is killed', async () => {
    const program = `
      import { startDynamoDb } from '#local/stack/dynamodb.ts'
      console.log((await startDynamoDb()).endpoint)
      setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const endpoint = await new Promise<string>((resolve, reject) => {
      createInterface(child.stdout).once('line', resolve)
      child.once('exit', (code) => reject(new Error(`it ended with ${code} before it said where the engine answers`)))
    })
    expect(endpoint).toMatch(/^http:/)
    expect(await answersAt(endpoint)).toBe(true)
    child.kill('SIGKILL')
    await expect.poll(() => answersAt(endpoint), { timeout: 5_000 }).toBe(false)
  })

  it.skipIf(process.platform !== 'linux')(
    'has an address of its own that no web page guesses, because it answers any page with any credentials',
    async () => {
      const engines = [await startDynamoDb(), await startDynamoDb()]
      try {
        const [one, other] = engines.map(({ endpoint }) => new URL(endpoint))
        for (const { hostname, port } of [one, other].filter((url) => url !== undefined)) {
          expect(hostname).toMatch(/^127\.\d+\.\d+\.\d+$/)
          for (const usual of ['127.0.0.1', 'localhost', '[::1]'])
            expect(await answersAt(`http://${usual}:${port}`), usual).toBe(false)
        }
        expect(one?.hostname).not.toBe(other?.hostname)
      } finally {
        for (const { stop } of engines) await stop()
      }
    },
  )

  it('is one that runs already, where DYNAMODB_ENDPOINT names it, and is then left running', async () => {
    const running = await startDynamoDb()
    process.env['DYNAMODB_ENDPOINT'] = running.endpoint
    try {
      const engine = await startDynamoDb()
      expect(engine.endpoint).toBe(running.endpoint)
      await engine.stop()
      expect(await answersAt(running.endpoint)).toBe(true)
    } finally {
      delete process.env['DYNAMODB_ENDPOINT']
      await running.stop()
    }
  })
})
