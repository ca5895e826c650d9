/** Makes a custom asset of markets that are found by search. */

import { useState } from 'preact/hooks'
import { ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import { sendOnce } from '../../api/send-once.ts'
import type { Market } from '../../api/types.ts'
import { tell } from '../../live/topics.ts'
import { ActButton } from '../../parts/act-button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { Segments } from '../../parts/segments.tsx'
import { go } from '../../shell/route.ts'
import { MarketPicker } from './market-picker.tsx'

interface Props {
  readonly subaccountId: string
  readonly close: () => void
}

export const NewCustomAsset = ({ subaccountId: subaccount_id, close }: Props) => {
  const [name, setName] = useState('')
  const [allocation, setAllocation] = useState<'BEST_PRICE' | 'EQUAL'>('BEST_PRICE')
  const [members, setMembers] = useState<readonly Market[]>([])
  const body = { subaccount_id, name, allocation, svc_ids: members.map(({ svc_id }) => svc_id) }
  return (
    <Dialog title="New custom asset" close={close}>
      <Field label="Name">
        <input maxLength={100} value={name} onInput={({ currentTarget }) => setName(currentTarget.value)} />
      </Field>
      <div class="field">
        <span>How orders are split</span>
        <Segments
          label="Allocation"
          value={allocation}
          choose={setAllocation}
          options={[
            ['BEST_PRICE', 'By best price'],
            ['EQUAL', 'Evenly'],
          ]}
        />
      </div>
      <MarketPicker chosen={members} change={setMembers} />
      <div class="foot">
        <button type="button" class="button" onClick={close}>
          Close
        </button>
        <ActButton
          class="primary"
          disabled={name.trim() === '' || members.length === 0}
          act={() =>
            sendOnce((key) =>
              ask(api.POST('/v1/custom-assets', { body, params: { header: { 'Idempotency-Key': key } } })),
            )
          }
          done="The custom asset is made."
          then={({ custom_asset_id }) => {
            tell('custom_assets')
            go('custom-assets', custom_asset_id)
          }}
        >
          Make it
        </ActButton>
      </div>
    </Dialog>
  )
}
