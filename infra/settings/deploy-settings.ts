/** Settings of a deployment. */

import type { Settings } from '#lambda/environment.ts'

/** Existing resource to use in place of a new one; empty for a new one. */
export interface Adopted {
  /** Name of a table. */
  readonly table: string
  /** ARN of a KMS key. */
  readonly key: string
  /** Name of a bucket. */
  readonly bucket: string
}

/** Own domain in front of the HTTP API. */
export interface OwnDomain {
  readonly name: string
  /** ARN of its certificate in ACM, in the region of the deployment. */
  readonly certificate: string
}

export interface DeploySettings {
  /** Settings that the Lambdas receive. */
  readonly service: Settings
  /** Distinguishes deployments in the same account and region; empty for the one without a name. */
  readonly stage: string
  /** Region, as far as the CDK knows it already; null if it is not set. */
  readonly region: string | null
  /** Requests per second and burst of all routes without a limit of their own, of the HTTP API and of the WebSocket API. */
  readonly stageRatePerSecond: number
  readonly stageBurst: number
  /** Lambdas that one queue may use at the same time; null for as many as the account has. */
  readonly consumerConcurrency: number | null
  /** Address for mails of alarms; empty to show alarms in CloudWatch only. */
  readonly alarmEmail: string
  /** Dollars a month above which the account's costs are mailed; null for no mail. */
  readonly monthlyBudget: number | null
  readonly logRetentionDays: number
  /** Days after which recordings are deleted. */
  readonly recordingDays: number
  readonly adopted: Adopted
  readonly domain: OwnDomain | null
}
