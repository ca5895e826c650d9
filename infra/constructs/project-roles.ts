/** Roles of a stack's Lambdas: one for each set of grants. */

import { createHash } from 'node:crypto'
import { Lazy, Stack } from 'aws-cdk-lib'
import { PolicyDocument, type PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { Construct } from 'constructs'

/**
 * Returns the role with exactly these statements, for a Lambda of that name. Lambdas with the same grants share a role, because a stack may have 500
 * resources. A role is named after its grants: changed grants lead to another role, and never change the grants of another Lambda.
 */
export type RoleOf = (name: string, statements: readonly PolicyStatement[]) => Role

/** Makes all roles of the Lambdas of a stack. */
export const projectRoles = (scope: Construct): RoleOf => {
  const roles = new Map<string, { readonly role: Role; readonly names: string[] }>()
  return (name, statements) => {
    const allowed = JSON.stringify(Stack.of(scope).resolve(statements.map((one) => one.toStatementJson())))
    const { role, names } = roles.get(allowed) ?? newRole(scope, allowed, statements)
    names.push(name)
    roles.set(allowed, { role, names })
    return role
  }
}

const newRole = (scope: Construct, allowed: string, statements: readonly PolicyStatement[]) => {
  const names: string[] = []
  const role = new Role(scope, `may-${createHash('sha256').update(allowed).digest('hex').slice(0, 12)}`, {
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    description: Lazy.string({ produce: () => `What these functions may do: ${names.join(', ')}`.slice(0, MOST) }),
    // Part of the role: a separate policy would be one more resource.
    inlinePolicies: { declared: new PolicyDocument({ statements: [...statements] }) },
  })
  return { role, names }
}

/** Longest description that IAM accepts. */
const MOST = 1_000
