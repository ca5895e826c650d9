/** Checks whether all alarms of the deployment exist, and whether one fires. A service on this machine has none. */

import { type Examination, ill, note, well } from '../finding.ts'

export const alarms: Examination = {
  what: 'alarms',
  ifBlind: 'Check your right cloudwatch:DescribeAlarms.',
  look: async ({ place: { cloud } }) => {
    if (cloud === null) return []
    const all = await cloud.alarms()
    const firing = all.filter(({ state }) => state === 'ALARM')
    const muted = all.filter(({ isHeard }) => !isHeard)
    const missing = cloud.alarmNames.filter((name) => !all.some((alarm) => alarm.name === name))
    return [
      ...(firing.length === 0 && missing.length === 0 ? [well(`${all.length} alarms, none fires`)] : []),
      ...firing.map(({ name, since, description }) =>
        ill(`${name} fires since ${since}. ${description}`, 'docs/operations.md, "Alarms", says what to do.'),
      ),
      ...(missing.length === 0
        ? []
        : [
            ill(
              `These alarms do not exist: ${missing.join(', ')}. Nobody hears what they watch.`,
              'npm run deploy -- --revert-drift makes them again.',
            ),
          ]),
      ...muted.map(({ name }) =>
        note(
          `${name} sends no mail: its actions are disabled (aws cloudwatch enable-alarm-actions --alarm-names ${name}).`,
        ),
      ),
    ]
  },
}
