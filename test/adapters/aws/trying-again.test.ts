import { describe, expect, it } from 'vitest'
import { AwsRefusal } from '#adapters/aws/aws-refusal.ts'
import { tryingAgain } from '#adapters/aws/trying-again.ts'

const refusal = (status: number, type: string) => new AwsRefusal('sqs', 'SendMessageBatch', status, { __type: type })

/** A service that fails so, one call after the other, and answers then. */
const failing = (...errors: readonly Error[]) => {
  const left = [...errors]
  let calls = 0
  const service = tryingAgain({
    call: async () => {
      calls += 1
      const error = left.shift()
      if (error !== undefined) throw error
      return { done: true }
    },
  })
  return { service, calls: () => calls }
}

describe('a call of AWS', () => {
  it.each([
    ['is throttled', refusal(400, 'com.amazonaws.sqs#RequestThrottled')],
    ['is throttled by KMS', refusal(400, 'ThrottlingException')],
    ['meets a fault of the service', refusal(503, 'DependencyTimeoutException')],
    ['loses its connection', Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })],
  ])('that %s is made again, twice', async (_, error) => {
    const { service, calls } = failing(error, error)
    expect(await service.call('SendMessageBatch', {})).toEqual({ done: true })
    expect(calls()).toBe(3)
    const broken = failing(error, error, error)
    await expect(broken.service.call('SendMessageBatch', {})).rejects.toBe(error)
    expect(broken.calls()).toBe(3)
  })

  it('that is refused for what it is, is not made again', async () => {
    const error = refusal(400, 'com.amazonaws.sqs#QueueDoesNotExist')
    const { service, calls } = failing(error)
    await expect(service.call('SendMessageBatch', {})).rejects.toBe(error)
    expect(calls()).toBe(1)
  })
})
