/** Values for the feature flags of the CDK. All are the recommended ones, except flags that would change deployed stacks. */

import recommended from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' }

export const FEATURE_FLAGS: Readonly<Record<string, unknown>> = {
  ...recommended,
  // Would write the statements of all roles anew, and so replace the roles, which are named after them.
  '@aws-cdk/aws-iam:minimizePolicies': false,
  // Would take the tags from the stacks.
  '@aws-cdk/core:explicitStackTags': false,
}
