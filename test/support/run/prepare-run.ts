/** Prepares a run: one DynamoDB engine, in which each test that needs a table gets its own, and a folder. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startDynamoDb } from '#local/stack/aws/dynamodb.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Endpoint of the engine, or the reason why there is none. */
    dynamoDb: { readonly endpoint: string } | { readonly problem: string }
    /** The engine that `freshTable` uses. */
    engine: 'real' | 'memory'
  }
}

export const setup = async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  const folder = mkdtempSync(join(tmpdir(), 'tests-'))
  provide('runFolder', folder)
  const stop = await startEngine(provide)
  return async () => {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const startEngine = async (provide: TestProject['provide']): Promise<() => Promise<void>> => {
  try {
    const engine = await startDynamoDb()
    provide('dynamoDb', { endpoint: engine.endpoint })
    return engine.stop
  } catch (error) {
    // Reported by the first test that needs a table: many need none.
    provide('dynamoDb', { problem: String(error) })
    return async () => undefined
  }
}
