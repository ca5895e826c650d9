/**
 * `npm run account-template`: writes infra/fork/aws-account.yaml, the template with which an empty account is prepared in one form. The
 * bootstrap template of the CDK in use gets the roles for GitHub. A test compares the file with both sources.
 */

import { writeFileSync } from 'node:fs'
import { ACCOUNT_TEMPLATE, accountTemplate } from './account-template.ts'

writeFileSync(ACCOUNT_TEMPLATE, accountTemplate())
