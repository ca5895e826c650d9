/** Changes the risk limits and ends a halt. An empty field lifts its limit, and the page says so before and after. */

import { useEffect, useState } from 'preact/hooks'
import { ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import type { Limits } from '../../api/types.ts'
import { readNumber } from '../../format/read-number.ts'
import { tell } from '../../live/topics.ts'
import { sayHere } from '../../notifications/said-here.ts'
import { ActButton } from '../../parts/act-button.tsx'
import { Form } from '../../parts/form/form.tsx'
import { NumberField } from '../../parts/form/number-field.tsx'
import { Problems } from '../../parts/form/problems.tsx'

const FIELDS = [
  ['max_order_qty', 'Contracts of one order'],
  ['max_order_cost', 'Cost of one order, $'],
  ['max_open_orders', 'Open orders'],
  ['max_daily_loss', 'Loss of the day, $'],
  ['mcp_daily_cost', 'Orders of agents in a day, $'],
] as const

type Name = (typeof FIELDS)[number][0]

const boundsOf = (name: Name) =>
  name === 'max_open_orders'
    ? ({ above: 0, to: 1_000_000, isWhole: true } as const)
    : ({ above: 0, to: 1_000_000_000, unit: '$' } as const)

export const LimitsForm = ({ limits }: { readonly limits: Limits }) => {
  const [typed, setTyped] = useState<Readonly<Partial<Record<Name, string>>>>({})
  const fields = FIELDS.map(([name, label]) => {
    const text = typed[name] ?? shown(limits[name])
    return { name, label, text, ...readNumber(text, boundsOf(name)) }
  })
  // A stored limit replaces the typed text, so that the field follows the limit. Text that is being typed stays.
  useEffect(() => {
    setTyped((before) => {
      const isOpen = ([name]: (typeof FIELDS)[number]): boolean => {
        const { value, fault } = readNumber(before[name] ?? '', boundsOf(name))
        return name in before && (fault !== null || value !== limits[name])
      }
      return Object.fromEntries(FIELDS.filter(isOpen).map(([name]) => [name, before[name]]))
    })
  }, [limits.updated_at])
  const isWrong = fields.some(({ fault }) => fault !== null)
  const lifted = fields.filter(({ name, value }) => value === null && limits[name] !== null)
  const put = (changes: object) => {
    const { subaccount_id } = limits
    sayHere(subaccount_id)
    const path = { subaccount_id }
    return ask(api.PUT('/v1/subaccounts/{subaccount_id}/limits', { params: { path }, body: changes }))
  }
  return (
    <Form class="stack" lacks={{ '': isWrong ? WRONG : null }}>
      <div class="fields wide">
        {fields.map(({ name, label, text, fault }) => (
          <NumberField
            key={name}
            label={label}
            path={name}
            placeholder="no limit"
            value={text}
            fault={fault}
            change={(value) => setTyped((before) => ({ ...before, [name]: value }))}
          />
        ))}
      </div>
      <p class="small" role="status" id={WARNING}>
        {isWrong ? WRONG : lifted.length === 0 ? '' : `No limit any more: ${listed(lifted)}.`}
      </p>
      <div class="row">
        <ActButton
          class="primary"
          sends
          why={WARNING}
          act={() => put(Object.fromEntries(fields.map(({ name, value }) => [name, value])))}
          done={lifted.length === 0 ? 'The limits are set.' : `The limits are set. No limit: ${listed(lifted)}.`}
          then={() => tell('limits')}
        >
          {isWrong || lifted.length === 0 ? 'Set limits' : 'Set limits, and lift what is empty'}
        </ActButton>
        {limits.halted ? (
          <ActButton act={() => put({ halted: false })} done="The halt is over." then={() => tell('limits')}>
            End the halt
          </ActButton>
        ) : null}
      </div>
      <Problems />
    </Form>
  )
}

const WRONG = 'Correct what is marked. Nothing is sent until then.'

/** Its id in the page. */
const WARNING = 'limits-warning'

const shown = (limit: number | null): string => (limit === null ? '' : String(limit))

const listed = (fields: readonly { readonly label: string }[]): string =>
  fields.map(({ label }) => label.replace(', $', '').toLowerCase()).join(', ')
