/** What a run has once: a DynamoDB engine, in which every test that wants a table gets one of its own, and a folder. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startDynamoDb } from '#local/stack/aws/dynamodb.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the engine answers, or why there is none. */
    dynamoDb: { readonly endpoint: string } | { readonly problem: string }
    /** Which engine `freshTable` takes. */
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
    // Told by the first test that wants a table: many want none.
    provide('dynamoDb', { problem: String(error) })
    return async () => undefined
  }
}
