import { describe, expect, it } from 'vitest'
import { batchOrderId } from '#domain/orders/batch-order-id.ts'

describe('the ids of a batch', () => {
  it('count up from the id of the batch', () => {
    const id = '019aa5a0-0000-7000-8000-0000000000ff'
    expect([0, 1, 19].map((index) => batchOrderId(id, index))).toEqual([
      id,
      '019aa5a0-0000-7000-8000-000000000100',
      '019aa5a0-0000-7000-8000-000000000112',
    ])
  })

  it('stay UUIDs of the same time if the last group overflows', () => {
    expect(batchOrderId('019aa5a0-0000-7000-8000-ffffffffffff', 1)).toBe('019aa5a0-0000-7000-8000-000000000000')
  })
})
