/** A thread that runs the bundle of a Lambda, as a container of AWS does: started with its first call, and killed when a call takes too long. */

import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Statement } from '#infra/statements.ts'
import { DEFAULT_MEMORY_MB, DEFAULT_TIMEOUT_S } from '#lambda/declaration.ts'

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
  readonly granted: readonly Statement[]
}

export type Outcome = { readonly id: number; readonly value: unknown } | { readonly id: number; readonly error: string }

export interface LambdaOptions {
  readonly spec: { readonly name: string; readonly timeoutS?: number; readonly memoryMb?: number }
  /** What its role allows. */
  readonly granted: readonly Statement[]
  /** Folder of its bundle. */
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
  /** The bundle of `lambda-worker.ts`: the source would take each thread longer to load. */
  readonly worker: URL
  /** Takes each line of its log. */
  readonly log?: (line: string) => void
  /** How long it waits for the next call, as AWS keeps a container for a while. */
  readonly idleMs?: number
}

export interface Lambda {
  /** Throws what the handler threw, or that its time was over. */
  invoke(event: unknown): Promise<unknown>
  stop(): Promise<void>
}

/** A thread that is needed every few seconds stays; one that is needed once a minute does not hold memory in between. */
const IDLE_MS = 30_000

/**
 * MB of the young generation. V8 would take 48, for each thread that is busy for a while. With 12, sixteen lists of 100 orders at once spend a
 * quarter of their time in garbage collection.
 */
const YOUNG_MB = 24

export const startLambda = (options: LambdaOptions): Lambda => {
  const { spec, folder, environment, idleMs = IDLE_MS } = options
  const log = options.log ?? console.log
  const timeoutMs = (spec.timeoutS ?? DEFAULT_TIMEOUT_S) * 1_000
  const waiting = new Map<number, (outcome: Outcome) => void>()
  let worker: Worker | null = null
  let sequence = 0
  let idle: NodeJS.Timeout | undefined

  const failAll = (error: string): void => {
    worker = null
    clearTimeout(idle)
    for (const [id, settle] of waiting) settle({ id, error })
    waiting.clear()
  }

  const start = (): Worker => {
    const started = new Worker(options.worker, {
      // So that debuggers show it.
      name: spec.name,
      env: { ...environment, NODE_NO_WARNINGS: '1' },
      resourceLimits: {
        maxOldGenerationSizeMb: spec.memoryMb ?? DEFAULT_MEMORY_MB,
        maxYoungGenerationSizeMb: YOUNG_MB,
      },
      stdout: true,
      stderr: true,
      workerData: {
        name: spec.name,
        file: pathToFileURL(resolve(folder, 'index.mjs')).href,
        granted: options.granted,
      } satisfies WorkerData,
    })
    for (const stream of [started.stdout, started.stderr]) createInterface(stream).on('line', log)
    started.on('message', (outcome: Outcome) => {
      waiting.get(outcome.id)?.(outcome)
      waiting.delete(outcome.id)
      if (waiting.size === 0) idle = setTimeout(end, idleMs).unref()
    })
    started.on('error', (error) => failAll(`${spec.name} died: ${String(error)}`))
    started.on('exit', () => {
      if (worker === started) failAll(`${spec.name} was stopped`)
    })
    return started
  }

  const end = (): void => {
    const ending = worker
    worker = null
    void ending?.terminate()
  }

  const invoke = async (event: unknown): Promise<unknown> => {
    clearTimeout(idle)
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
        log(
          JSON.stringify({
            level: 'error',
            message: 'a call took too long: its function was killed',
            function: spec.name,
          }),
        )
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
      clearTimeout(idle)
      await worker?.terminate()
    },
  }
}
