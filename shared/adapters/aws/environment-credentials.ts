/**
 * Replaces the SDK's chain of credential sources in each bundle. Lambda puts the keys of the function's role into the environment. Profiles,
 * single sign-on and machine metadata, which the chain tries next, do not exist there and are 135 KB.
 */

export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env'
