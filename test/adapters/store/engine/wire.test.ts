import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { describe, expect, it } from 'vitest'
import { openClient } from '#adapters/store/engine/wire.ts'

describe('the way to DynamoDB', () => {
  it('leaves out the step that copies every answer for a log', () => {
    const loggers = ({ middlewareStack }: DynamoDBClient) =>
      middlewareStack.identify().filter((name) => /log/i.test(name))
    const region = 'us-east-1'
    // The client has one by itself, so that this notices when it is called something else.
    expect(loggers(new DynamoDBClient({ region }))).toHaveLength(1)
    expect(loggers(openClient({ name: 'any', region }))).toEqual([])
  })
})
