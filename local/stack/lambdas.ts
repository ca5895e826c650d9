/** The Lambdas of one machine: each a thread of its own, started with its first call, killed when its time is over. */

import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { DEFAULT_TIMEOUT_S, type Uses } from '#lambda/declaration.ts'
import { grantedOperations } from './grants.ts'

export interface Invocation {
  readonly id: number
  readonly event: unknown
  readonly awsRequestId: string
  readonly deadline: number
}

/** What a thread is started with. */
export interface WorkerData {
  readonly name: string
  /** The URL of its bundle. */
  readonly file: string
  /** Operations of AWS it may perform. */
  readonly granted: readonly string[]
}

export type Outcome = { readonly id: number; readonly value: unknown } | { readonly id: number; readonly error: string }

export interface Lambda {
  /** Throws what the handler threw, or that its time was over. */
  invoke(event: unknown): Promise<unknown>
  stop(): Promise<void>
}

export interface LambdaOptions {
  readonly spec: { readonly name: string; readonly timeoutS?: number; readonly uses: Uses }
  /** Folder of its bundle. */
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
}

export const startLambda = ({ spec, folder, environment }: LambdaOptions): Lambda => {
  const timeoutMs = (spec.timeoutS ?? DEFAULT_TIMEOUT_S) * 1_000
  const waiting = new Map<number, (outcome: Outcome) => void>()
  let worker: Worker | null = null
  let sequence = 0

  const failAll = (error: string): void => {
    worker = null
    for (const [id, settle] of waiting) settle({ id, error })
    waiting.clear()
  }

  const start = (): Worker => {
    const started = new Worker(new URL('./lambda-worker.ts', import.meta.url), {
      env: { ...environment, NODE_NO_WARNINGS: '1' },
      workerData: {
        name: spec.name,
        file: pathToFileURL(resolve(folder, 'index.mjs')).href,
        granted: grantedOperations(spec.uses),
      } satisfies WorkerData,
    })
    started.on('message', (outcome: Outcome) => {
      waiting.get(outcome.id)?.(outcome)
      waiting.delete(outcome.id)
    })
    started.on('error', (error) => failAll(`${spec.name} died: ${String(error)}`))
    started.on('exit', () => {
      if (worker === started) failAll(`${spec.name} was stopped`)
    })
    return started
  }

  const invoke = async (event: unknown): Promise<unknown> => {
    worker ??= start()
    const running = worker
    sequence += 1
    const id = sequence
    const outcome = await new Promise<Outcome>((settle) => {
      const timer = setTimeout(() => {
        // As AWS does: the whole container goes, whatever it was doing.
        waiting.delete(id)
        failAll(`${spec.name} was killed because a call took longer than ${timeoutMs} ms`)
        void running.terminate()
        settle({ id, error: `${spec.name} timed out after ${timeoutMs} ms` })
      }, timeoutMs)
      waiting.set(id, (settled) => {
        clearTimeout(timer)
        settle(settled)
      })
      running.postMessage({
        id,
        event,
        awsRequestId: randomUUID(),
        deadline: Date.now() + timeoutMs,
      } satisfies Invocation)
    })
    if ('error' in outcome) throw new Error(outcome.error)
    return outcome.value
  }

  return {
    invoke,
    stop: async () => {
      await worker?.terminate()
    },
  }
}
