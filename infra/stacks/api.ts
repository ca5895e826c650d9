/** The HTTP API: one route and one Lambda for each endpoint, and one Lambda for all other requests. */

import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib'
import {
  ApiMapping,
  CfnStage,
  CorsHttpMethod,
  DomainName,
  HttpApi,
  HttpMethod,
  HttpNoneAuthorizer,
  type HttpRoute,
  type HttpStage,
} from 'aws-cdk-lib/aws-apigatewayv2'
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager'
import { FilterPattern } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import { DEFAULT_ROUTE, ROUTES, type Route } from '#functions/api/routes.ts'
import { WRONG_METHODS } from '#functions/api/wrong-methods.ts'
import { ownLimit, type RouteLimit } from '#lambda/limits/route-limits.ts'
import { countFailures } from '../constructs/count-failures.ts'
import { named } from '../constructs/named.ts'
import { projectFunctions } from '../constructs/project-functions.ts'
import { projectIntegration, projectInvokers } from '../constructs/project-integration.ts'
import { projectLog } from '../constructs/project-log.ts'
import { requestAlarms } from '../constructs/request-alarms.ts'
import type { Surroundings } from '../constructs/surroundings.ts'
import { throttleOf } from '../constructs/throttle-of.ts'
import type { DeploySettings, OwnDomain } from '../settings/deploy-settings.ts'

export interface ApiStackProps extends StackProps {
  readonly around: Surroundings
  readonly settings: DeploySettings
}

export class ApiStack extends Stack {
  /** Address of the endpoints that API Gateway gives, which works before a domain of the owner does. */
  readonly address: string

  constructor(scope: Construct, id: string, { around, settings, ...props }: ApiStackProps) {
    super(scope, id, props)
    const { make } = projectFunctions(this, 'api', around)
    const invokerOf = projectInvokers(this)
    const integrate = ({ handler }: Route) => {
      const lambda = make(handler.spec)
      return projectIntegration(`${handler.spec.name}-integration`, lambda, invokerOf(lambda))
    }
    const { corsOrigin } = settings.service
    const otherwise = integrate(DEFAULT_ROUTE)
    const api = new HttpApi(this, 'api', {
      apiName: named(this, 'prediction-market-trading'),
      createDefaultStage: false,
      defaultIntegration: otherwise,
      // Each Lambda checks API keys against the table; the gateway has no authorizer.
      defaultAuthorizer: new HttpNoneAuthorizer(),
      ...(corsOrigin === '' ? {} : { corsPreflight: corsOf(corsOrigin.split(',')) }),
    })
    const limited: { readonly key: string; readonly limit: RouteLimit; readonly routes: readonly HttpRoute[] }[] = []
    for (const route of ROUTES) {
      const { name, method, path } = route.handler.spec
      if (method === 'ANY') throw new Error(`${path}: only the default route takes any method`)
      const added = api.addRoutes({ path, methods: [HttpMethod[method]], integration: integrate(route) })
      const limit = ownLimit(name, { perSecond: settings.stageRatePerSecond, burst: settings.stageBurst })
      if (limit !== null) limited.push({ key: `${method} ${path}`, limit, routes: added })
    }
    for (const { method, path } of WRONG_METHODS)
      api.addRoutes({ path, methods: [HttpMethod[method]], integration: otherwise })
    this.address = api.apiEndpoint
    const accessLog = projectLog(this, 'access', around.logRetention)
    const stage = api.addStage('stage', {
      stageName: '$default',
      autoDeploy: true,
      throttle: { rateLimit: settings.stageRatePerSecond, burstLimit: settings.stageBurst },
    })
    const { defaultChild } = stage.node
    if (!(defaultChild instanceof CfnStage)) throw new Error('the stage has no CloudFormation resource')
    defaultChild.routeSettings = Object.fromEntries(limited.map(({ key, limit }) => [key, throttleOf(limit)]))
    // CloudFormation does not find a route before it has made it.
    stage.node.addDependency(...limited.flatMap(({ routes }) => routes))
    // Ids, times and statuses, without headers or query: so no key and no search text.
    defaultChild.accessLogSettings = { destinationArn: accessLog.logGroupArn, format: ACCESS_LINE }
    countFailures(this, 'failures-in-answers', accessLog, NOBODY_MEANT)
    requestAlarms(this, { apiId: api.apiId, settings, alarms: around.alarms })
    if (settings.domain !== null) this.answersAt(settings.domain, api, stage)
    new CfnOutput(this, 'Address', {
      value: settings.domain === null ? api.apiEndpoint : `https://${settings.domain.name}`,
    })
  }

  /** The owner points the domain to `DomainTarget`, by a CNAME or an alias record. */
  private answersAt({ name, certificate }: OwnDomain, api: HttpApi, stage: HttpStage): void {
    const domain = new DomainName(this, 'domain', {
      domainName: name,
      certificate: Certificate.fromCertificateArn(this, 'certificate', certificate),
    })
    new ApiMapping(this, 'domain-mapping', { api, domainName: domain, stage })
    new CfnOutput(this, 'DomainTarget', { value: domain.regionalDomainName })
  }
}

const ACCESS_LINE = JSON.stringify({
  requestId: '$context.requestId',
  time: '$context.requestTime',
  route: '$context.routeKey',
  status: '$context.status',
  ms: '$context.responseLatency',
  sourceIp: '$context.identity.sourceIp',
  // Reason why a function has not answered, or "-".
  error: '$context.integrationErrorMessage',
})

/**
 * A function that crashes, runs out of time or is not started cannot count its failure; the gateway answers 500 or 503. The 503 of a function means
 * that an exchange is away, and needs no action.
 */
const NOBODY_MEANT = FilterPattern.all(
  FilterPattern.stringValue('$.status', '=', '5*'),
  FilterPattern.any(
    FilterPattern.stringValue('$.status', '!=', '503'),
    FilterPattern.stringValue('$.error', '!=', '-'),
  ),
)

const corsOf = (origins: readonly string[]) => ({
  allowOrigins: [...origins],
  allowMethods: [
    CorsHttpMethod.GET,
    CorsHttpMethod.POST,
    CorsHttpMethod.PUT,
    CorsHttpMethod.PATCH,
    CorsHttpMethod.DELETE,
  ],
  allowHeaders: ['authorization', 'content-type', 'idempotency-key', 'if-none-match', 'x-api-key'],
  exposeHeaders: [
    'etag',
    'x-request-id',
    'idempotent-replayed',
    'retry-after',
    'ratelimit-limit',
    'ratelimit-remaining',
    'ratelimit-reset',
  ],
})
