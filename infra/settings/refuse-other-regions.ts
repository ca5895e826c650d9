/** Resources of another region, which CloudFormation would refuse in the middle of a deployment. */

import type { DeploySettings } from './deploy-settings.ts'
import { SettingRefused } from './setting-refused.ts'

/** Throws if the certificate of the domain, or the adopted key, is in another region than the deployment. */
export const refuseOtherRegions = ({
  region,
  adopted,
  domain,
}: Pick<DeploySettings, 'region' | 'adopted' | 'domain'>): void => {
  const arns = { domainCertificate: domain?.certificate ?? '', adoptKey: adopted.key }
  for (const [setting, arn] of Object.entries(arns)) {
    const [, , , itsRegion = ''] = arn.split(':')
    if (region === null || arn === '' || itsRegion === region) continue
    const whatItIs = setting === 'adoptKey' ? 'key' : 'certificate'
    throw new SettingRefused(
      `setting ${setting}: this ${whatItIs} is in ${itsRegion}, and the deployment is in ${region}. ` +
        `Use a ${whatItIs} of ${region}, or deploy to ${itsRegion} (AWS_REGION=${itsRegion}).`,
    )
  }
}
