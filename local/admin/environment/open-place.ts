/** Finds the service that a command is for: the one on this machine, or a deployment. */

import type { Flag } from '../command.ts'
import { localPlace } from './local-place.ts'
import type { Place } from './place.ts'

/** The flags of every command. */
export const PLACE_FLAGS: Readonly<Record<string, Flag>> = {
  region: { value: '<region>', about: 'the AWS region of a deployment' },
  stage: { value: '<stage>', about: 'the stage of a deployment that has one; its region is --region or AWS_REGION' },
}

/** Throws a `Refusal` where there is none. */
export const openPlace = async (
  flags: Readonly<Record<string, string | undefined>>,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Place> => {
  const { region, stage } = flags
  if (region === undefined && stage === undefined) return localPlace(environment['LOCAL_DIR'] ?? '.local')
  // Reads all declarations, which takes a moment.
  const [{ deployedPlace }, { awsCaller }] = await Promise.all([import('./deployed-place.ts'), import('./call-aws.ts')])
  return deployedPlace(region ?? environment['AWS_REGION'], stage ?? '', awsCaller)
}
