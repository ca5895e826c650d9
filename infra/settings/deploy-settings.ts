/** What a deployment is made with. */

import type { Settings } from '#lambda/environment.ts'

/** The exchanges' demo, where there is one, or their production: no order with real money without this word. */
export type ExchangeEnvironment = 'demo' | 'production'

/** Something that exists already, and is used in place of a new one; empty: a new one is made. */
export interface Adopted {
  /** Name of a table. */
  readonly table: string
  /** ARN of a KMS key. */
  readonly key: string
  /** Name of a bucket. */
  readonly bucket: string
}

/** A domain of one's own in front of the HTTP API. */
export interface OwnDomain {
  readonly name: string
  /** ARN of its certificate in ACM, in the region of the deployment. */
  readonly certificate: string
}

export interface DeploySettings {
  /** What the Lambdas get to know. */
  readonly service: Settings
  /** Sets one deployment apart from another in the same account and region; empty: the one without a name. */
  readonly stage: string
  /** Where it goes, as far as the CDK knows it already; null: nobody has said. */
  readonly region: string | null
  /** Requests per second and burst of all routes together that have no limit of their own, of the HTTP API and of the WebSocket API. */
  readonly stageRatePerSecond: number
  readonly stageBurst: number
  /** How many Lambdas one queue may use at the same time; null: as many as the account has. */
  readonly consumerConcurrency: number | null
  /** Where alarms are mailed to; empty: nowhere, they show in CloudWatch only. */
  readonly alarmEmail: string
  /** Dollars a month above which the account's costs are mailed; null: nobody is told. */
  readonly monthlyBudget: number | null
  readonly logRetentionDays: number
  readonly adopted: Adopted
  readonly domain: OwnDomain | null
}
