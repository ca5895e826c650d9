/** The command that sets, renews, shows and ends the dead man's switch. */

import type { components } from '../../openapi-types.ts'
import { type Command, must, show } from '../command.ts'
import { numberOf, subaccountOf } from '../typed/read-words.ts'

type Switch = components['schemas']['DeadMansSwitch']

const PATH = '/v1/subaccounts/{subaccount_id}/dead-mans-switch'

export const deadMansSwitch: Command = {
  group: 'Account',
  words: '[seconds|off]',
  does: 'cancels all orders unless you call it again within so many seconds; --everything takes the complex orders too, --halt halts trading; without a word it shows the switch, off ends it',
  options: { '--everything': 'cancels complex orders too', '--halt': 'halts trading too' },
  typedAs: { timeout_s: 'seconds' },
  run: async (session, [word], options) => {
    const at = { params: { path: { subaccount_id: subaccountOf(session) } } }
    if (word === 'off') {
      const { error, response } = await session.client.DELETE(PATH, at)
      // A 204 has no body.
      must({ data: response.ok ? {} : undefined, error, response })
      show(session, { armed: false }, () => 'The switch is off.')
      return
    }
    const terms = { include_complex_orders: options['everything'] === true, halt: options['halt'] === true }
    const found = must(
      word === undefined
        ? await session.client.GET(PATH, at)
        : await session.client.PUT(PATH, { ...at, body: { timeout_s: numberOf(word, 'seconds'), ...terms } }),
    )
    show(session, found, () => inWords(found))
  },
}

const inWords = (found: Switch): string => {
  if (found.armed) {
    const what = found.include_complex_orders ? 'all orders and complex orders' : 'all orders'
    const before = found.fired_at === null ? '' : `It fired at ${found.fired_at}, before this renewal. `
    return `${before}At ${found.fires_at} it cancels ${what}${found.halt ? ' and halts trading' : ''}, unless it is renewed.`
  }
  return found.fired_at === null ? 'The switch is off.' : `It fired at ${found.fired_at}. Set it again to arm it.`
}
