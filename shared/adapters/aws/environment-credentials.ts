/**
 * The keys of a function's role, which Lambda puts into the environment. In each bundle this stands in place of the SDK's chain of sources too: profiles,
 * single sign-on and machine metadata do not exist there, and are 135 KB.
 */

/** Reads them anew for each request, which takes no time. */
export const environmentCredentials = async () => {
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
  } = process.env
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new Error('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not set: Lambda sets them')
  return { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) }
}

/** By the name, and in the form, that the SDK's clients import. */
export const defaultProvider = () => environmentCredentials
