/** A call of AWS is signed with the credentials of the environment, and a refusal is reported in words. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Refusal } from '#local/admin/command.ts'
import { awsCaller } from '#local/admin/environment/call-aws.ts'

describe('a call of AWS', () => {
  const before = { ...process.env }
  beforeEach(() => {
    process.env['AWS_ACCESS_KEY_ID'] = 'AKIDEXAMPLE'
    process.env['AWS_SECRET_ACCESS_KEY'] = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY'
  })
  afterEach(() => {
    process.env = before
  })

  it('is signed for its service and region, and takes the form that the service takes', async () => {
    const sent: [string, RequestInit][] = []
    const caller = awsCaller('eu-west-1', async (url, init = {}) => {
      sent.push([String(url), init])
      return new Response('{}')
    })
    await caller('logs', 'Logs_20140328.FilterLogEvents', { logGroupName: 'g' })
    await caller('cloudformation', '', { Action: 'DescribeStacks', StackName: 'a b' })
    await caller('lambda', '/2015-03-31/event-source-mappings/', { MaxItems: 100, Marker: 'a b' })
    const [logs, stacks, mappings] = sent.map(([url, { headers, body }]): Record<string, unknown> => {
      return { url, body, ...(headers as Record<string, string>) }
    })
    expect(logs).toMatchObject({
      url: 'https://logs.eu-west-1.amazonaws.com/',
      body: '{"logGroupName":"g"}',
      'x-amz-target': 'Logs_20140328.FilterLogEvents',
      'content-type': 'application/x-amz-json-1.1',
    })
    expect(logs?.['authorization']).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-west-1\/logs\/aws4_request/,
    )
    expect(stacks?.['body']).toBe('Action=DescribeStacks&StackName=a+b')
    expect(stacks?.['authorization']).toContain('/cloudformation/aws4_request')
    expect(mappings).toMatchObject({
      url: 'https://lambda.eu-west-1.amazonaws.com/2015-03-31/event-source-mappings/?MaxItems=100&Marker=a%20b',
      body: null,
    })
    expect(mappings?.['authorization']).toContain('/lambda/aws4_request')
  })

  it('a call that reaches no host names its address, such as an unknown region', async () => {
    const caller = awsCaller('nowhere', async () => {
      throw new TypeError('fetch failed', { cause: new Error('getaddrinfo ENOTFOUND logs.nowhere.amazonaws.com') })
    })
    await expect(caller('logs', 't', {})).rejects.toThrow(
      new Refusal('AWS cannot be called: getaddrinfo ENOTFOUND logs.nowhere.amazonaws.com'),
    )
  })

  it('a refused call reports the words of AWS', async () => {
    const refuse = (text: string) => awsCaller('eu-west-1', async () => new Response(text, { status: 400 }))
    const xml = '<ErrorResponse><Error><Message>Stack with id x does not exist</Message></Error></ErrorResponse>'
    await expect(refuse(xml)('cloudformation', '', {})).rejects.toThrow('Stack with id x does not exist')
    await expect(refuse('{"message":"no right"}')('logs', 't', {})).rejects.toThrow('answers 400: no right')
  })
})
