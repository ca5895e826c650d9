import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { CreateTableCommand, DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { describe, expect, it } from 'vitest'
import { openTable } from '#adapters/store/engine/table.ts'
import { CannotStart } from '#local/cannot-start.ts'
import { createTable, LOCAL_CREDENTIALS, startDynamoDb } from '#local/stack/aws/dynamodb.ts'
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
      import { startDynamoDb } from '#local/stack/aws/dynamodb.ts'
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

  it('answers only callers with its secret path: no other user of the machine, no page in a browser', async () => {
    const engine = await startDynamoDb()
    try {
      const { origin, pathname } = new URL(engine.endpoint)
      expect(pathname).toMatch(/^\/[0-9a-f]{32}$/)
      const ask = (path: string, options: RequestInit = {}) =>
        fetch(`${origin}${path}`, {
          method: 'POST',
          headers: { 'x-amz-target': 'DynamoDB_20120810.ListTables', origin: 'https://evil.example' },
          body: '{}',
          ...options,
        })
      const wrong = `/${'0'.repeat(32)}`
      for (const path of ['', '/', wrong, `${pathname}/more`, pathname.slice(0, -1), `/${pathname}`])
        expect((await ask(path)).status, path).toBe(403)
      for (const path of ['/', pathname]) {
        const preflight = await ask(path, { method: 'OPTIONS', body: null })
        expect(preflight.status).toBe(403)
        expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
      }
      const received = await ask(pathname)
      expect(received.status).toBe(200)
      expect(received.headers.get('access-control-allow-origin')).toBeNull()
      expect(await received.json()).toEqual({ TableNames: [] })
    } finally {
      await engine.stop()
    }
  })

  it('keeps every write it has acknowledged when it is killed in the middle of others, with fifty clients at once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dynamodb-'))
    const file = join(folder, 'rows.db')
    try {
      const program = `
        import { openTable } from '#adapters/store/engine/table.ts'
        import { createTable, LOCAL_CREDENTIALS, startDynamoDb } from '#local/stack/aws/dynamodb.ts'
        const { endpoint } = await startDynamoDb({ file: process.argv[1] })
        await createTable(endpoint, 'kept')
        const table = openTable({ name: 'kept', endpoint, region: 'local', credentials: LOCAL_CREDENTIALS })
        let n = 0
        const client = async () => {
          for (;;) {
            const one = n++
            const put = (half) => ({ put: { pk: 'p' + one, sk: half, lp: 'list', ls: String(one) }, expect: 'absent' })
            const { written } = await table.write([put('a'), put('b')])
            if (written) console.log(one)
          }
        }
        for (let i = 0; i < 50; i++) void client()`
      const child = spawn(process.execPath, ['--input-type=module', '-e', program, file], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const acknowledged: number[] = []
      await new Promise<void>((resolve) => {
        createInterface(child.stdout).on('line', (line) => {
          acknowledged.push(Number(line))
          if (acknowledged.length === 500) child.kill('SIGKILL')
        })
        child.once('close', () => resolve())
      })
      expect(acknowledged.length).toBeGreaterThanOrEqual(500)
      const engine = await startDynamoDb({ file })
      try {
        const table = openTable({
          name: 'kept',
          endpoint: engine.endpoint,
          region: 'local',
          credentials: LOCAL_CREDENTIALS,
        })
        const keys = acknowledged.flatMap((n) => ['a', 'b'].map((sk) => ({ pk: `p${n}`, sk })))
        expect(await table.batchGet(keys)).toHaveLength(keys.length)
        // Each unfinished write is there completely or not at all, and the index equals the table.
        const listed = await table.query({ index: 'list', partition: 'list' })
        expect(listed.length % 2).toBe(0)
        expect(await table.batchGet(listed.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) })))).toHaveLength(
          listed.length,
        )
      } finally {
        await engine.stop()
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('is not started beside the file of an engine of earlier versions, and the words say what to do', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dynamodb-'))
    try {
      const older = join(folder, 'table.db')
      writeFileSync(older, 'no table'.repeat(100))
      const start = startDynamoDb({ file: join(folder, 'rows.db'), older })
      await expect(start).rejects.toBeInstanceOf(CannotStart)
      await expect(start).rejects.toThrow('npm start -- --fresh')
      expect(existsSync(older)).toBe(true)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

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
