/** Settings of a deployment whose endpoints run in containers of this machine. */

import { ACCOUNT_KINDS } from '#domain/accounts/account-kind.ts'
import type { DeploySettings } from '#infra/settings/deploy-settings.ts'
import type { Deployment } from '#lambda/environment.ts'
import { CannotStart } from '../cannot-start.ts'
import { exchangesIn, outputsIn } from './deployed-outputs.ts'

/**
 * Takes accounts and exchanges from the outputs, never from `cdk.json`: the orders in the table belong to those accounts. Other
 * settings come from `here`. The stage follows from the name of the stack if the outputs have it. Throws `CannotStart` if the
 * outputs do not name accounts and exchanges.
 */
export const deployedSettings = (
  text: string,
  here: Pick<DeploySettings, 'service' | 'stage'>,
): Pick<Deployment, 'settings' | 'stage'> => {
  const { outputs, stack } = outputsIn(text)
  const accounts = ACCOUNT_KINDS.find((kind) => kind === outputs['Accounts'])
  if (accounts === undefined || outputs['Exchanges'] === undefined)
    throw new CannotStart(
      'The outputs have no Accounts or no Exchanges. Deploy this version, and take those of the stack TradingData.',
    )
  const exchanges = exchangesIn(outputs['Exchanges'])
  return {
    settings: { ...here.service, accounts, exchanges },
    stage: stack === null ? here.stage : stack.replace(/-?TradingData$/, ''),
  }
}
