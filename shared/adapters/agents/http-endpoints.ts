/** Calls endpoints of this service at its public address, so that a call passes every check that a client's call passes. */

import { EndpointSilent, type OwnEndpoints } from '#ports/agents/own-endpoints.ts'

export const httpEndpoints = (address: string): OwnEndpoints => ({
  call: async ({ method, path, body }, headers, signal) => {
    try {
      const answer = await fetch(new URL(path, address), {
        method,
        headers: {
          ...Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)),
          ...(body === null ? {} : { 'content-type': 'application/json' }),
        },
        body,
        // A redirect would carry the key of the caller elsewhere.
        redirect: 'error',
        signal,
      })
      const text = await answer.text()
      return { status: answer.status, body: text === '' ? null : JSON.parse(text) }
    } catch (error) {
      throw new EndpointSilent(error)
    }
  },
})
