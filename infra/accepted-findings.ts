/** Findings of cdk-nag that are as they should be, each with its reason. */

import { type Stack, Validations } from 'aws-cdk-lib'

const REASONS: Readonly<Record<string, string>> = {
  'AwsSolutions-APIG4':
    'API keys are checked in every Lambda against their hash in the table; health and the OpenAPI document are public on purpose.',
}

export const acceptFindings = (stacks: readonly Stack[]): void => {
  for (const stack of stacks) {
    for (const [id, reason] of Object.entries(REASONS)) Validations.of(stack).acknowledge({ id, reason })
  }
}
