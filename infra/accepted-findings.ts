/** Accepted findings of cdk-nag, each with its reason. */

import { type Stack, Validations } from 'aws-cdk-lib'

const REASONS: Readonly<Record<string, string>> = {
  'AwsSolutions-APIG4':
    'API keys are checked in every Lambda against their hash in the table; health and the OpenAPI document are public on purpose.',
  'AwsSolutions-APIG1':
    'The HTTP API has an access log. The stage of the streams has none: it would need a role that the account has once for each region, which a deployment must not change.',
  'AwsSolutions-S1':
    'The one bucket holds one object made from the public listings of the exchanges; who read it when is of no interest.',
}

const ANY_CONNECTION =
  'API Gateway gives each connection its id when it is made: whoever tells streams may tell all connections of this one API, and do nothing else there.'

const ANY_RECORDING =
  'Objects of recordings have names of their own: the price watch may store any object below this prefix, and read none.'

/** Removed with the version that no longer exports: see docs/decisions/0040. */
const TRANSITION = {
  id: 'Annotation::@aws-cdk/core:crossStackReferencesBothTransitional',
  reason: 'A deployment of the version before imports what this one reads. Its exports stay for one version.',
}

/** The findings about wildcard resources: all connections of streams, and all recordings. */
export const acceptFindings = (
  stacks: readonly Stack[],
  { connections, recordings }: { readonly connections: string; readonly recordings: string },
): void => {
  for (const stack of stacks) {
    Validations.of(stack).acknowledge({ id: `AwsSolutions-IAM5[${connections}]`, reason: ANY_CONNECTION })
    Validations.of(stack).acknowledge({ id: `AwsSolutions-IAM5[${recordings}]`, reason: ANY_RECORDING })
    for (const [id, reason] of Object.entries(REASONS)) Validations.of(stack).acknowledge({ id, reason })
    Validations.of(stack).acknowledge(TRANSITION)
  }
}
