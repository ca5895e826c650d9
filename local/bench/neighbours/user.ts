/** A user of the service, as a client speaks for him. */

export interface User {
  readonly baseUrl: string
  readonly apiKey: string
  readonly subaccountId: string
}

export interface UserAnswer {
  readonly status: number
  /** Null where the body was not read as JSON. */
  readonly body: unknown
}

/** One request; a status of 0 where no answer came. */
export const ask = async (user: User, method: string, path: string, body?: object): Promise<UserAnswer> => {
  try {
    const reply = await fetch(`${user.baseUrl}${path}`, {
      method,
      headers: { 'x-api-key': user.apiKey, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await reply.text()
    return { status: reply.status, body: text === '' ? null : (JSON.parse(text) as unknown) }
  } catch {
    return { status: 0, body: null }
  }
}
