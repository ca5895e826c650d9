/** A request in the form API Gateway's HTTP API hands it to a Lambda (payload format 2.0). */

import { isUtf8 } from 'node:buffer'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'

export interface IncomingRequest {
  readonly method: string
  /** Path and query as they came. */
  readonly url: string
  /** Names in lower case; several values of one name joined with commas. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  readonly requestId: string
  readonly at: number
}

export interface RouteKey {
  readonly method: string
  /** `/v1/orders/{order_id}`, or `$default`. */
  readonly path: string
}

export interface FoundRoute<Route> {
  readonly route: Route
  readonly parameters: Readonly<Record<string, string>>
}

/** Finds the route API Gateway picks: a fixed part wins over a parameter. Null when only `$default` is left. */
export const routeFinder = <Route extends RouteKey>(
  routes: readonly Route[],
): ((method: string, path: string) => FoundRoute<Route> | null) => {
  const split = routes.map((route) => ({ route, wanted: route.path.split('/') }))
  const alike = Map.groupBy(
    split.toSorted((a, b) => parametersIn(a.wanted) - parametersIn(b.wanted)),
    ({ route, wanted }) => `${route.method} ${wanted.length}`,
  )
  return (method, path) => {
    const given = path.split('/')
    for (const { route, wanted } of alike.get(`${method} ${given.length}`) ?? []) {
      const parameters = parametersOf(wanted, given)
      if (parameters !== null) return { route, parameters }
    }
    return null
  }
}

export const httpEvent = (
  request: IncomingRequest,
  routeKey: RouteKey,
  parameters: Readonly<Record<string, string>>,
): APIGatewayProxyEventV2 => {
  const [rawPath = '/', rawQueryString = ''] = splitOnce(request.url, '?')
  const binary = !isText(request.headers['content-type'] ?? '') || !isUtf8(request.body)
  const query: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(rawQueryString))
    query[name] = name in query ? `${query[name]},${value}` : value
  const key = routeKey.path === '$default' ? '$default' : `${routeKey.method} ${routeKey.path}`
  return {
    version: '2.0',
    routeKey: key,
    rawPath,
    rawQueryString,
    headers: { ...request.headers },
    ...(rawQueryString === '' ? {} : { queryStringParameters: query }),
    ...(Object.keys(parameters).length === 0 ? {} : { pathParameters: { ...parameters } }),
    requestContext: {
      accountId: 'local',
      apiId: 'local',
      domainName: request.headers['host'] ?? 'localhost',
      domainPrefix: 'local',
      http: {
        method: request.method,
        path: rawPath,
        protocol: 'HTTP/1.1',
        sourceIp: '127.0.0.1',
        userAgent: request.headers['user-agent'] ?? '',
      },
      requestId: request.requestId,
      routeKey: key,
      stage: '$default',
      time: new Date(request.at).toUTCString(),
      timeEpoch: request.at,
    },
    ...(request.body.length === 0 ? {} : { body: request.body.toString(binary ? 'base64' : 'utf8') }),
    isBase64Encoded: binary && request.body.length > 0,
  }
}

/** API Gateway passes text and JSON as text, all else as base64. */
const isText = (contentType: string): boolean =>
  /^(text\/|application\/(json|javascript|xml|x-www-form-urlencoded)|[^;]*\+json)/i.test(contentType)

const isParameter = (part: string): boolean => part.startsWith('{')

const parametersIn = (requested: readonly string[]): number => requested.filter(isParameter).length

const parametersOf = (needed: readonly string[], given: readonly string[]): FoundRoute<never>['parameters'] | null => {
  const parameters: Record<string, string> = {}
  for (const [index, part] of needed.entries()) {
    const value = given[index] ?? ''
    if (!isParameter(part)) {
      if (part !== value) return null
    } else {
      if (value === '') return null
      parameters[part.slice(1, -1)] = decoded(value)
    }
  }
  return parameters
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const splitOnce = (text: string, separator: string): [string, string?] => {
  const at = text.indexOf(separator)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}
