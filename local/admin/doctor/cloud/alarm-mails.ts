/** Checks whether AWS mails the alarms to a person. A new address gets no mail until it has confirmed the first one. */

import { type Examination, ill, note, well } from '../finding.ts'

export const alarmMails: Examination = {
  what: 'alarm mails',
  ifBlind: 'Check your rights cloudwatch:DescribeAlarms and sns:ListSubscriptionsByTopic.',
  look: async ({ place: { cloud, accounts } }) => {
    if (cloud === null) return []
    const topics = new Set((await cloud.alarms()).flatMap((alarm) => alarm.topics))
    const all = (await Promise.all([...topics].map((topic) => cloud.subscribers(topic)))).flat()
    if (all.length === 0) return [accounts === 'production' ? ill(NOBODY, SET) : note(`${NOBODY} ${SET}`)]
    const waiting = all.filter(({ isConfirmed }) => !isConfirmed)
    return waiting.length === 0
      ? [well(`alarms are mailed to ${all.map(({ endpoint }) => endpoint).join(', ')}`)]
      : waiting.map(({ endpoint }) => ill(`${endpoint} gets no alarm: its address is not confirmed.`, CONFIRM))
  },
}

const NOBODY = 'Nobody is mailed when an alarm fires.'
const SET = 'Set alarmEmail in cdk.json, deploy, and confirm the mail.'
const CONFIRM =
  'Follow the link in the mail "AWS Notification - Subscription Confirmation", or ask for another one in SNS, Subscriptions.'
