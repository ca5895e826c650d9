/** Runs one Lambda's bundle in a thread whose environment is that Lambda's and nothing else. */

import { parentPort, workerData } from 'node:worker_threads'
import { errorText } from '#lambda/log/error-text.ts'
import { refuseAllBut } from '../aws/grants.ts'
import { refuseLarge } from './refuse-large.ts'
import type { Invocation, Outcome, Report, WorkerData } from './start-lambda.ts'

const port = parentPort
if (port === null) throw new Error('runs as a worker only')

const { file, name, granted } = workerData as WorkerData
refuseAllBut(name, granted)
const { handler } = (await import(file)) as { handler: (event: unknown, context: object) => Promise<unknown> }

port.on('message', async ({ id, event, awsRequestId, deadline }: Invocation) => {
  const context = { awsRequestId, getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()) }
  let outcome: Outcome
  try {
    const value = await handler(event, context)
    refuseLarge(value)
    outcome = { id, value }
  } catch (error) {
    outcome = { id, error: errorText(error) }
  }
  port.postMessage(outcome)
})
port.postMessage('ready' satisfies Report)
