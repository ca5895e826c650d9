/** Findings of cdk-nag that are as they should be, each with its reason. */

import { type Stack, Validations } from 'aws-cdk-lib'

const REASONS: Readonly<Record<string, string>> = {
  'AwsSolutions-APIG4':
    'API keys are checked in every Lambda against their hash in the table; health and the OpenAPI document are public on purpose.',
  'AwsSolutions-S1':
    'The one bucket holds one object made from the public listings of the exchanges; who read it when is of no interest.',
}

/** Removed with the version that no longer exports: see docs/decisions/0064. */
const TRANSITION = {
  id: 'Annotation::@aws-cdk/core:crossStackReferencesBothTransitional',
  reason: 'A deployment of the version before imports what this one reads. Its exports stay for one version.',
}

export const acceptFindings = (stacks: readonly Stack[]): void => {
  for (const stack of stacks) {
    for (const [id, reason] of Object.entries(REASONS)) Validations.of(stack).acknowledge({ id, reason })
    Validations.of(stack).acknowledge(TRANSITION)
  }
}
