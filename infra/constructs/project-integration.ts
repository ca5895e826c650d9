/**
 * Integration of the HTTP API with a Lambda. API Gateway assumes a role that names each function, in place of a permission for each route: that saves
 * a CloudFormation resource for each endpoint.
 */

import { createHash } from 'node:crypto'
import {
  HttpIntegrationType,
  HttpRouteIntegration,
  IntegrationCredentials,
  PayloadFormatVersion,
} from 'aws-cdk-lib/aws-apigatewayv2'
import { type IRole, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'

/** A role holds 10,240 characters of policy, and the ARN of a function has at most 112. */
const FUNCTIONS_OF_A_ROLE = 60

const ROLES = 4

/**
 * Returns the role that may call each function. Only the name of the function selects the role: a function that another one displaced could not be
 * called until a deployment has given its endpoint the next role.
 */
export const projectInvokers = (scope: Construct): ((lambda: Lambda) => IRole) => {
  const roles = new Map<string, { readonly role: IRole; readonly arns: PolicyStatement }>()
  return (lambda) => {
    const id = `invoker-of-${createHash('sha256').update(lambda.node.id).digest().readUInt32BE() % ROLES}`
    const { role, arns } = roles.get(id) ?? newInvoker(scope, id)
    roles.set(id, { role, arns })
    arns.addResources(lambda.functionArn)
    if (arns.resources.length > FUNCTIONS_OF_A_ROLE)
      throw new Error('the gateway needs more roles to call so many functions')
    return role
  }
}

const newInvoker = (scope: Construct, id: string) => {
  const arns = new PolicyStatement({ actions: ['lambda:InvokeFunction'] })
  const role = new Role(scope, id, {
    assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
    inlinePolicies: { functions: new PolicyDocument({ statements: [arns] }) },
  })
  return { role, arns }
}

export const projectIntegration = (id: string, lambda: Lambda, invoker: IRole): HttpRouteIntegration =>
  new (class extends HttpRouteIntegration {
    override bind() {
      return {
        type: HttpIntegrationType.AWS_PROXY,
        uri: lambda.functionArn,
        payloadFormatVersion: PayloadFormatVersion.VERSION_2_0,
        credentials: IntegrationCredentials.fromRole(invoker),
      }
    }
  })(id)
