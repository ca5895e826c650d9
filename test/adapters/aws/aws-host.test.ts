/** Calls that are made without a client of the SDK go where a client would send them. */

import { SQSClient } from '@aws-sdk/client-sqs'
import { expect, it } from 'vitest'
import { awsHost } from '#adapters/aws/aws-host.ts'

it.each(['eu-west-1', 'us-gov-west-1', 'cn-north-1'])(
  'a service in %s has the host that the SDK knows',
  async (region) => {
    const { config } = new SQSClient({ region })
    const { url } = config.endpointProvider({ Region: region })
    expect(awsHost('sqs', region)).toBe(url.hostname)
  },
)
