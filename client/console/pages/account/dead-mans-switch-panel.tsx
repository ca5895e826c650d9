/** The dead man's switch: all orders are cancelled if it is not renewed in time. This page renews it while it is asked to. */

import { useState } from 'preact/hooks'
import { type Answer, ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import { readNumber } from '../../format/read-number.ts'
import { span, time } from '../../format/time.ts'
import { now } from '../../live/clock.ts'
import { useLive } from '../../live/use-live.ts'
import { ActButton } from '../../parts/act-button.tsx'
import { Badge } from '../../parts/badge.tsx'
import { Check } from '../../parts/form/check.tsx'
import { Form } from '../../parts/form/form.tsx'
import { NumberField } from '../../parts/form/number-field.tsx'
import { Problems } from '../../parts/form/problems.tsx'
import { LiveView } from '../../parts/live-view.tsx'
import { Panel } from '../../parts/panel.tsx'
import { sayProblem } from '../../parts/toasts.tsx'
import { canTrade } from '../../session/session.ts'
import { isRenewed, renewFromNowOn } from './renewals.ts'

export const DeadMansSwitchPanel = ({ subaccountId }: { readonly subaccountId: string }) => {
  const [typed, setTyped] = useState<Partial<Terms>>({})
  const path = { subaccount_id: subaccountId }
  const live = useLive(
    subaccountId,
    () => ask(api.GET('/v1/subaccounts/{subaccount_id}/dead-mans-switch', { params: { path } })),
    { everyS: 10 },
  )
  // The armed value, until another one is chosen.
  const terms: Terms = {
    seconds: String(live.data?.timeout_s ?? 120),
    withComplex: live.data?.include_complex_orders === true,
    halts: live.data?.halt === true,
    isKept: isRenewed(subaccountId),
    ...typed,
  }
  const change = (part: Partial<Terms>) => setTyped((before) => ({ ...before, ...part }))
  const read = readNumber(terms.seconds, { from: 10, to: 86_400, isWhole: true })
  const put = (body: Body) =>
    ask(api.PUT('/v1/subaccounts/{subaccount_id}/dead-mans-switch', { params: { path }, body }))
  const keep = (body: Body | null) =>
    renewFromNowOn(subaccountId, body?.timeout_s ?? null, () => {
      if (body !== null) void put(body).then(tellProblem)
    })
  // The chosen value now holds.
  const begin = () => {
    setTyped({})
    live.refresh()
  }
  const set = async () => {
    const body = { timeout_s: read.value ?? 0, include_complex_orders: terms.withComplex, halt: terms.halts }
    const answer = await put(body)
    if (answer.ok) keep(terms.isKept ? body : null)
    return answer
  }
  return (
    <Panel title="Dead man's switch" padded>
      <LiveView of={live}>
        {({ armed, timeout_s, fires_at, fired_at, include_complex_orders, halt }) => {
          const left = fires_at === null ? 0 : Date.parse(fires_at) - now.value
          const cancels = `cancels your open orders${include_complex_orders ? ', and stops, exits and TWAPs' : ''}`
          return (
            <Form
              class="stack"
              lacks={{ timeout_s: read.value === null ? (read.fault ?? 'Enter the seconds.') : null }}
            >
              <p class="row">
                <Badge kind={armed ? 'live' : 'plain'}>{armed ? 'Armed' : 'Off'}</Badge>
                <span>
                  {!armed
                    ? fired_at === null
                      ? 'Nothing is cancelled by itself.'
                      : `It fired at ${time(fired_at)}. It does nothing more until you arm it again.`
                    : left <= 0
                      ? `It fires now: it ${cancels}. That takes up to 15 seconds.`
                      : `${fired_at === null ? '' : `It fired at ${time(fired_at)}, before it was renewed. `}In ${span(left)} it ${cancels}${halt ? ', and halts trading' : ''}, unless it is renewed.`}
                </span>
              </p>
              <ul class="muted small list">
                {WORDS.map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ul>
              {canTrade.value ? (
                <>
                  <div class="fields">
                    <NumberField
                      label="Seconds, 10 to 86,400"
                      path="timeout_s"
                      value={terms.seconds}
                      change={(seconds) => change({ seconds })}
                      fault={read.fault}
                    />
                  </div>
                  <div class="row">
                    <Check
                      label="Also cancel stops, exits and TWAPs"
                      value={terms.withComplex}
                      change={(withComplex) => change({ withComplex })}
                    />
                    <Check label="Also halt trading" value={terms.halts} change={(halts) => change({ halts })} />
                    <Check
                      label="Renew it while this tab is open"
                      value={terms.isKept}
                      change={(isKept) => {
                        change({ isKept })
                        keep(isKept && armed && timeout_s !== null ? { timeout_s, include_complex_orders, halt } : null)
                      }}
                    />
                  </div>
                  <Problems />
                  <div class="row">
                    <ActButton class="primary compact" sends act={set} done="The switch is armed." then={begin}>
                      {armed ? 'Renew' : 'Arm'}
                    </ActButton>
                    {armed ? (
                      <ActButton
                        class="compact"
                        act={() => {
                          keep(null)
                          return ask(
                            api.DELETE('/v1/subaccounts/{subaccount_id}/dead-mans-switch', { params: { path } }),
                          )
                        }}
                        done="The switch is off."
                        then={begin}
                      >
                        End it
                      </ActButton>
                    ) : null}
                  </div>
                </>
              ) : null}
            </Form>
          )
        }}
      </LiveView>
    </Panel>
  )
}

interface Body {
  readonly timeout_s: number
  readonly include_complex_orders: boolean
  readonly halt: boolean
}

/** As chosen. */
interface Terms {
  readonly seconds: string
  readonly withComplex: boolean
  readonly halts: boolean
  readonly isKept: boolean
}

const tellProblem = (answer: Answer<unknown>): void => {
  if (!answer.ok) sayProblem(answer.problem)
}

/** Explains the switch, as the guide on risk limits does. */
const WORDS = [
  'Armed, it counts down. Renewing it starts the time again.',
  'When the time is over it cancels all open orders of this subaccount, within 15 seconds. A take profit that rests on the book is one of them, and is not placed again.',
  'Armed stops and stop losses stay, and so do orders of exits that have fired, unless you choose otherwise: then nothing protects your positions.',
  'It closes no position. It runs in the service, whether this page is open or not.',
  'A tab that is closed, loaded again or signed out renews it no more.',
]
