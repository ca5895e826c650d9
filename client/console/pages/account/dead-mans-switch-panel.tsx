/** The dead man's switch: all orders are cancelled if it is not renewed in time. This page renews it while it is asked to. */

import { useEffect, useState } from 'preact/hooks'
import { ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import { readNumber } from '../../format/read-number.ts'
import { span, time } from '../../format/time.ts'
import { now } from '../../live/clock.ts'
import { useLive } from '../../live/use-live.ts'
import { ActButton } from '../../parts/act-button.tsx'
import { Badge } from '../../parts/badge.tsx'
import { Check } from '../../parts/check.tsx'
import { LiveView } from '../../parts/live-view.tsx'
import { NumberField } from '../../parts/number-field.tsx'
import { Panel } from '../../parts/panel.tsx'
import { canTrade } from '../../session/session.ts'

export const DeadMansSwitchPanel = ({ subaccountId }: { readonly subaccountId: string }) => {
  const [seconds, setSeconds] = useState('120')
  const [withComplex, setWithComplex] = useState(false)
  const [halts, setHalts] = useState(false)
  const [isKept, setKept] = useState(false)
  const path = { subaccount_id: subaccountId }
  const live = useLive(
    subaccountId,
    () => ask(api.GET('/v1/subaccounts/{subaccount_id}/dead-mans-switch', { params: { path } })),
    { everyS: 10 },
  )
  const read = readNumber(seconds, { from: 10, to: 86_400, isWhole: true })
  const timeout_s = read.value ?? 0
  const fault = read.value === null ? (read.fault ?? 'Enter the seconds.') : null
  const set = () =>
    ask(
      api.PUT('/v1/subaccounts/{subaccount_id}/dead-mans-switch', {
        params: { path },
        body: { timeout_s, include_complex_orders: withComplex, halt: halts },
      }),
    )
  useEffect(() => {
    if (!isKept || fault !== null) return
    const timer = setInterval(() => void set().then(live.refresh), (timeout_s * 1_000) / 3)
    return () => clearInterval(timer)
  }, [isKept, timeout_s, withComplex, halts])
  return (
    <Panel title="Dead man's switch" padded>
      <LiveView of={live}>
        {({ armed, fires_at, fired_at }) => (
          <div class="stack">
            <p class="row">
              <Badge kind={armed ? 'live' : 'plain'}>{armed ? 'Armed' : 'Off'}</Badge>
              <span class="muted">
                {armed && fires_at !== null && Date.parse(fires_at) <= now.value
                  ? 'It fires now: orders are being cancelled. It takes up to 15 seconds.'
                  : armed && fires_at !== null
                    ? `Cancels all orders in ${span(Date.parse(fires_at) - now.value)} unless it is renewed.`
                    : fired_at === null
                      ? 'Cancels all orders if nobody renews it in time.'
                      : `Last fired ${time(fired_at)}.`}
              </span>
            </p>
            {canTrade.value ? (
              <>
                <div class="fields">
                  <NumberField label="Seconds, 10 to 86,400" value={seconds} change={setSeconds} fault={fault} />
                </div>
                <div class="row">
                  <Check label="Stops, exits and TWAPs too" value={withComplex} change={setWithComplex} />
                  <Check label="Halt as well" value={halts} change={setHalts} />
                  <Check label="Renew while this page is open" value={isKept} change={setKept} />
                </div>
                <div class="row">
                  <ActButton
                    class="primary compact"
                    disabled={fault !== null}
                    act={set}
                    done="The switch is armed."
                    then={live.refresh}
                  >
                    {armed ? 'Renew' : 'Arm'}
                  </ActButton>
                  {armed ? (
                    <ActButton
                      class="compact"
                      act={() => {
                        setKept(false)
                        return ask(api.DELETE('/v1/subaccounts/{subaccount_id}/dead-mans-switch', { params: { path } }))
                      }}
                      done="The switch is off."
                      then={live.refresh}
                    >
                      End it
                    </ActButton>
                  ) : null}
                </div>
              </>
            ) : null}
          </div>
        )}
      </LiveView>
    </Panel>
  )
}
