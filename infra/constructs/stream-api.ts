/** WebSocket API of the streams. All stacks need its address; its routes are in the stack with their functions. */

import { CfnOutput, Stack } from 'aws-cdk-lib'
import { CfnApi, CfnIntegration, CfnRoute, CfnStage } from 'aws-cdk-lib/aws-apigatewayv2'
import type { Construct } from 'constructs'
import { SOCKETS } from '#functions/sockets/sockets.ts'
import { ownLimit, type RouteLimit } from '#lambda/limits/route-limits.ts'
import type { DeploySettings } from '../settings/deploy-settings.ts'
import { named } from './named.ts'
import type { MakeFunction } from './project-functions.ts'
import { projectInvokers } from './project-integration.ts'
import { throttleOf } from './throttle-of.ts'

/** Address for clients, endpoint for sending, and ARN for grants. */
export interface StreamApi {
  readonly id: string
  readonly url: string
  readonly endpoint: string
  /** The gateway assigns the ids of connections, so no permission can name them. */
  readonly connectionsArn: string
  /** Name of this resource in findings of cdk-nag about other stacks. */
  readonly finding: string
}

const STAGE = 'live'

/** The API without routes, with its address as an output. It costs nothing without connections. */
export const streamApi = (scope: Construct): StreamApi => {
  const api = new CfnApi(scope, 'streams', {
    name: named(scope, 'prediction-market-trading', 'streams'),
    protocolType: 'WEBSOCKET',
    // Each message goes to the same function, whatever its content.
    routeSelectionExpression: '$request.body.op',
  })
  const { region, account, partition, urlSuffix } = Stack.of(scope)
  const host = `${api.ref}.execute-api.${region}.${urlSuffix}/${STAGE}`
  const url = `wss://${host}`
  new CfnOutput(scope, 'StreamAddress', { value: url })
  const connectionsArn = `arn:${partition}:execute-api:${region}:${account}:${api.ref}/${STAGE}/*/@connections/*`
  return { id: api.ref, url, endpoint: `https://${host}`, connectionsArn, finding: findingOf(api) }
}

/** Output through which the CDK passes the id of the API to other stacks. If the CDK changes the name, a synthesis fails. */
const OUTPUT = 'PublishOutputRefstreams7D36D475'

/** ARN in the template of a stack that reads that output. */
const findingOf = (api: CfnApi): string => {
  const { stackName } = Stack.of(api)
  const id = JSON.stringify({
    'Fn::GetStackOutput': { StackName: stackName, Region: { Ref: 'AWS::Region' }, OutputName: OUTPUT },
  })
  return `Resource::arn:<AWS::Partition>:execute-api:<AWS::Region>:<AWS::AccountId>:${id}/${STAGE}/*/@connections/*`
}

interface StreamRoutes {
  readonly apiId: string
  readonly settings: Pick<DeploySettings, 'stageRatePerSecond' | 'stageBurst'>
  readonly make: MakeFunction
}

/** Stage of the API, and its routes with their functions. */
export const streamRoutes = (scope: Construct, { apiId, settings, make }: StreamRoutes): void => {
  const invokerOf = projectInvokers(scope)
  const { region, partition } = Stack.of(scope)
  const limited: { readonly key: string; readonly limit: RouteLimit; readonly made: CfnRoute }[] = []
  for (const { handler } of SOCKETS) {
    const { name, route } = handler.spec
    const lambda = make(handler.spec)
    const integration = new CfnIntegration(scope, `${name}-integration`, {
      apiId,
      integrationType: 'AWS_PROXY',
      integrationUri: `arn:${partition}:apigateway:${region}:lambda:path/2015-03-31/functions/${lambda.functionArn}/invocations`,
      credentialsArn: invokerOf(lambda).roleArn,
    })
    const made = new CfnRoute(scope, `${name}-route`, {
      apiId,
      routeKey: route,
      authorizationType: 'NONE',
      target: `integrations/${integration.ref}`,
    })
    const limit = ownLimit(name, { perSecond: settings.stageRatePerSecond, burst: settings.stageBurst })
    if (limit !== null) limited.push({ key: route, limit, made })
  }
  const stage = new CfnStage(scope, 'stream-stage', {
    apiId,
    stageName: STAGE,
    autoDeploy: true,
    // No access log: a WebSocket API writes it through a role that the whole account shares in a region, and that a new account lacks.
    defaultRouteSettings: {
      throttlingRateLimit: settings.stageRatePerSecond,
      throttlingBurstLimit: settings.stageBurst,
    },
    routeSettings: Object.fromEntries(limited.map(({ key, limit }) => [key, throttleOf(limit)])),
  })
  // CloudFormation does not find a route before it has made it.
  for (const { made } of limited) stage.addResourceDependency(made)
}
