/** What a person may set in cdk.json or with `-c name=value`. */

import type { Node } from 'constructs'
import * as v from 'valibot'
import { DEFAULT_SETTINGS, type Settings } from '#lambda/environment.ts'

export interface DeploySettings {
  /** What the Lambdas get to know. */
  readonly service: Settings
  /** Requests per second and burst of the whole stage. */
  readonly stageRatePerSecond: number
  readonly stageBurst: number
  /** Where alarms are mailed to; empty: nowhere, they show in CloudWatch only. */
  readonly alarmEmail: string
  readonly logRetentionDays: number
}

const whole = v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.integer(), v.minValue(1))

export const readSettings = (node: Node): DeploySettings => {
  const text = (name: string, fallback: string): string => v.parse(v.string(), node.tryGetContext(name) ?? fallback)
  const number = (name: string, fallback: number): number => v.parse(whole, node.tryGetContext(name) ?? fallback)
  return {
    service: {
      marketSlippage: text('marketSlippage', DEFAULT_SETTINGS.marketSlippage),
      ratePerSecond: text('ratePerSecond', DEFAULT_SETTINGS.ratePerSecond),
      rateBurst: text('rateBurst', DEFAULT_SETTINGS.rateBurst),
      corsOrigin: text('corsOrigin', ''),
      exchangeUrls: { EXCHANGE_A: text('exchangeAUrl', DEFAULT_SETTINGS.exchangeUrls.EXCHANGE_A ?? '') },
    },
    stageRatePerSecond: number('stageRatePerSecond', 50),
    stageBurst: number('stageBurst', 100),
    alarmEmail: text('alarmEmail', ''),
    logRetentionDays: number('logRetentionDays', 30),
  }
}
