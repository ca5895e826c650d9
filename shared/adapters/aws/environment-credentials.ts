/**
 * Stands in each bundle for the SDK's chain of credential sources. Lambda puts the keys of the function's role into the
 * environment; profiles, single sign-on and machine metadata, which the chain tries next, do not exist there and are 135 KB.
 * They are read once, as the chain does it: a container keeps its keys.
 */

import { fromEnv } from '@aws-sdk/credential-provider-env'
import { doesIdentityRequireRefresh, isIdentityExpired, memoizeIdentityProvider } from '@smithy/core'

export const defaultProvider = (...init: Parameters<typeof fromEnv>) =>
  memoizeIdentityProvider(fromEnv(...init), isIdentityExpired, doesIdentityRequireRefresh)
