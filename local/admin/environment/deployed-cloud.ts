/** Reads alarms from CloudWatch, receivers of their mails from SNS, and event source mappings from Lambda. */

import * as v from 'valibot'
import { CONSUMERS } from '#functions/queues/consumers.ts'
import type { QueueName } from '#ports/work/queues.ts'
import { alarmIds } from './alarm-ids.ts'
import type { CallAws } from './call-aws.ts'
import type { AlarmState, CloudState, Subscriber } from './cloud-state.ts'
import { unescaped } from './unescaped.ts'

const Mappings = v.object({
  EventSourceMappings: v.array(
    v.object({ UUID: v.string(), EventSourceArn: v.optional(v.string(), ''), State: v.optional(v.string(), '') }),
  ),
  NextMarker: v.nullish(v.string()),
})

/** An account has few pages of each. */
const MOST_PAGES = 50

export const deployedCloud = (
  callAws: CallAws,
  stage: string,
  queueUrls: Readonly<Record<QueueName, string>>,
): CloudState => {
  const prefix = stage === '' ? 'trading-' : `trading-${stage}-`
  const alarmNames = alarmIds().map((id) => `${prefix}${id}`)

  const alarms = async (): Promise<readonly AlarmState[]> => {
    const found: AlarmState[] = []
    let token: string | null = null
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const answer: string = await callAws('monitoring', '', {
        Action: 'DescribeAlarms',
        Version: '2010-08-01',
        AlarmNamePrefix: prefix,
        MaxRecords: 100,
        ...(token === null ? {} : { NextToken: token }),
      })
      found.push(...membersOf(answer).map(toAlarm))
      token = fieldOf(answer, 'NextToken')
      if (token === null) break
    }
    return found.filter(({ name }) => alarmNames.includes(name))
  }

  const subscribers: CloudState['subscribers'] = async (TopicArn) => {
    const request = { Action: 'ListSubscriptionsByTopic', Version: '2010-03-31', TopicArn }
    return membersOf(await callAws('sns', '', request)).map(toSubscriber)
  }

  const mappings: CloudState['mappings'] = async () => {
    const found: v.InferOutput<typeof Mappings>['EventSourceMappings'] = []
    let marker: string | null = null
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const answer: string = await callAws('lambda', '/2015-03-31/event-source-mappings/', {
        MaxItems: 100,
        ...(marker === null ? {} : { Marker: marker }),
      })
      const { EventSourceMappings, NextMarker } = v.parse(Mappings, JSON.parse(answer))
      found.push(...EventSourceMappings)
      marker = NextMarker ?? null
      if (marker === null) break
    }
    return CONSUMERS.map(({ handler: { spec } }) => {
      const mapping = found.find(({ EventSourceArn }) => EventSourceArn.endsWith(arnEndOf(queueUrls[spec.queue])))
      const { name, ifBroken } = spec
      return { function: name, ifBroken, state: mapping?.State ?? null, uuid: mapping?.UUID ?? '' }
    })
  }

  return { alarmNames, alarms, subscribers, mappings }
}

/** `https://sqs.eu-west-1.amazonaws.com/1/execute-order` → `:1:execute-order`: the ends of the URL and the ARN are alike. */
const arnEndOf = (url: string): string => `:${url.split('/').slice(-2).join(':')}`

/** The members of the outermost list; its alarms have lists of their own. */
const membersOf = (xml: string): readonly string[] => {
  const members: string[] = []
  let depth = 0
  let from = 0
  for (const { 0: tag, index } of xml.matchAll(/<\/?member>/g)) {
    if (tag === '<member>') {
      if (depth === 0) from = index + tag.length
      depth += 1
    } else {
      depth -= 1
      if (depth === 0) members.push(xml.slice(from, index))
    }
  }
  return members
}

const toAlarm = (member: string): AlarmState => ({
  name: fieldOf(member, 'AlarmName') ?? '',
  state: fieldOf(member, 'StateValue') ?? '',
  since: fieldOf(member, 'StateUpdatedTimestamp') ?? '',
  description: fieldOf(member, 'AlarmDescription') ?? '',
  isHeard: fieldOf(member, 'ActionsEnabled') !== 'false',
  topics: [...new Set(member.match(/arn:[\w-]+:sns:[^<]+/g))],
})

const toSubscriber = (member: string): Subscriber => ({
  endpoint: fieldOf(member, 'Endpoint') ?? '',
  isConfirmed: fieldOf(member, 'SubscriptionArn')?.startsWith('arn:') === true,
})

const fieldOf = (xml: string, tag: string): string | null => {
  const text = new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1]
  return text === undefined || text === '' ? null : unescaped(text)
}
