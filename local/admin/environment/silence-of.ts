/** Why a service could not be asked, in words; null for an error that says something else, whose stack is worth more. */

import { ServiceUnavailable } from '#ports/kernel/service-unavailable.ts'

export const silenceOf = (error: unknown): string | null => {
  if (!(error instanceof Error)) return null
  if (error instanceof ServiceUnavailable) return silenceOf(error.cause) ?? error.message
  // Errors of AWS, and of an SDK that could not send.
  if ('$metadata' in error || error.name === 'CredentialsProviderError') return error.message || error.name
  const code = 'code' in error ? String(error.code) : error.name
  return UNREACHED.has(code) ? error.message || code : null
}

const UNREACHED = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'TimeoutError',
  'EAI_AGAIN',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
])
