/** Feature flags of the CDK: the recommended values, except those that would change what is deployed. */

import recommended from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' }

export const FEATURE_FLAGS: Readonly<Record<string, unknown>> = {
  ...recommended,
  // Would write the statements of all roles anew, and so replace the roles, which are named after them.
  '@aws-cdk/aws-iam:minimizePolicies': false,
  // Would take the tags from the stacks.
  '@aws-cdk/core:explicitStackTags': false,
}
