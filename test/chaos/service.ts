/** The service in a process that can be killed at any moment and started again on the same data. */

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openTable, type Table } from '#adapters/store/engine/table.ts'
import { LOCAL_CREDENTIALS } from '#local/stack/aws/dynamodb.ts'
import { LOCAL_AWS } from '#local/stack/aws/local-aws.ts'
import { freePort } from '../support/free-port.ts'
import type { Exchanges } from './exchanges.ts'

/** What a running service said of itself. */
interface Ready {
  readonly apiKey: string
  readonly subaccountId: string
  readonly table: { readonly endpoint: string; readonly name: string }
}

export interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: a play reads what the reply holds, and fails when it does not
  readonly body: any
}

export interface Service {
  readonly subaccountId: string
  /** Throws where there is no answer. */
  call(method: string, path: string, body?: object, key?: string): Promise<Answer>
  /** `kill -9`; resolves when the process is gone. */
  kill(): Promise<void>
  /** Starts it again; resolves with the moment it was ready. */
  restart(): Promise<number>
  /** The table of the service that runs now. */
  table(): Table
}

const SCRIPT = fileURLToPath(new URL('service-process.ts', import.meta.url))
const CALL_TIMEOUT_MS = 20_000

/** Starts it in `folder`, where its log is kept too. */
export const startService = async (folder: string, { reach }: Exchanges): Promise<Service> => {
  const port = await freePort()
  const log = createWriteStream(`${folder}/service.log`, { flags: 'a' })
  let child: ChildProcess | null = null

  const start = async (): Promise<Ready> => {
    const options = JSON.stringify({ port, dir: `${folder}/service`, reach })
    const started = fork(SCRIPT, [options], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
    child = started
    for (const stream of [started.stdout, started.stderr]) stream?.pipe(log, { end: false })
    const ended = once(started, 'exit').then(() => {
      throw new Error(`the service did not start: see ${folder}/service.log`)
    })
    ended.catch(() => undefined)
    const [ready] = (await Promise.race([once(started, 'message'), ended])) as [Ready]
    return ready
  }

  let ready = await start()
  return {
    subaccountId: ready.subaccountId,
    call: async (method, path, body, key) => {
      const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: {
          'x-api-key': ready.apiKey,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
      })
      const text = await reply.text()
      return { status: reply.status, body: text === '' ? null : JSON.parse(text) }
    },
    kill: async () => {
      const killed = child
      if (killed === null || killed.exitCode !== null || killed.signalCode !== null) return
      const gone = once(killed, 'exit')
      killed.kill('SIGKILL')
      await gone
    },
    restart: async () => {
      ready = await start()
      return Date.now()
    },
    table: () =>
      openTable({
        name: ready.table.name,
        endpoint: ready.table.endpoint,
        region: LOCAL_AWS.AWS_REGION,
        credentials: LOCAL_CREDENTIALS,
      }),
  }
}
