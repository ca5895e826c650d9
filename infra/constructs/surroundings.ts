/** What every Lambda of a deployment stands among. */

import type { RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { ITopic } from 'aws-cdk-lib/aws-sns'
import type { Deployment } from '#lambda/environment.ts'
import type { QueueName } from '#ports/queues.ts'

export interface Surroundings {
  readonly deployment: Deployment
  readonly tableArn: string
  readonly queueArns: Readonly<Record<QueueName, string>>
  readonly vaultKeyArn: string
  /** The one object in the bucket of the catalogue. */
  readonly catalogueArn: string
  /** The readers of queues that may rest, and the functions they call: for the one function that wakes them. */
  readonly readerArns?: { readonly mappings: readonly string[]; readonly functions: readonly string[] }
  readonly alarms: ITopic
  readonly logRetention: RetentionDays
  /** Folder of the bundles. */
  readonly bundles: string
}
