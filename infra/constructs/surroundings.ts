/** Resources of a deployment that every Lambda may need. */

import type { RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { ITopic } from 'aws-cdk-lib/aws-sns'
import type { Deployment } from '#lambda/environment.ts'
import type { Arns } from '../statements.ts'

export interface Surroundings extends Arns {
  readonly deployment: Deployment
  readonly alarms: ITopic
  readonly logRetention: RetentionDays
  /** Folder of the bundles. */
  readonly bundles: string
}
