/** Takes the credentials of an exchange. The service verifies and encrypts them; nothing of them stays in the page. */

import { useState } from 'preact/hooks'
import { ask } from '../../api/ask.ts'
import { api } from '../../api/client.ts'
import type { ExchangeName } from '../../api/types.ts'
import { EXCHANGES } from '../../format/exchanges.ts'
import { ConfirmDialog } from '../../parts/dialog/confirm-dialog.tsx'
import { Field } from '../../parts/form/field.tsx'
import { TextField } from '../../parts/form/text-field.tsx'
import { accounts } from '../../shell/accounts.ts'

interface Props {
  readonly subaccountId: string
  readonly exchange: ExchangeName
  readonly close: () => void
  readonly stored: () => void
}

export const CredentialsDialog = ({ subaccountId, exchange, close, stored }: Props) => {
  const [keyId, setKeyId] = useState('')
  const [privateKey, setPrivateKey] = useState('')
  const [kind, setKind] = useState('3')
  const [funder, setFunder] = useState('')
  const [relayerKey, setRelayerKey] = useState('')
  const [cash, setCash] = useState('10000')
  const isPaper = accounts.value === 'paper'
  const key =
    exchange === 'EXCHANGE_A'
      ? { api_key_id: keyId.trim(), private_key: privateKey }
      : {
          private_key: privateKey.trim(),
          signature_type: Number(kind),
          ...(funder.trim() === '' ? {} : { funder_address: funder.trim() }),
          ...(relayerKey.trim() === '' ? {} : { relayer_api_key: relayerKey.trim() }),
        }
  const body = isPaper ? { paper: { cash: Number(cash) } } : key
  return (
    <ConfirmDialog
      title={isPaper ? `Paper account at ${EXCHANGES[exchange]}` : `Credentials of ${EXCHANGES[exchange]}`}
      close={close}
      confirm={isPaper ? 'Store' : 'Verify and store'}
      lacks={{
        api_key_id: !isPaper && exchange === 'EXCHANGE_A' && keyId.trim() === '' ? 'Enter the id of the key.' : null,
        private_key: !isPaper && privateKey.trim() === '' ? 'Enter the private key.' : null,
      }}
      act={() =>
        ask(
          api.PUT('/v1/subaccounts/{subaccount_id}/credentials/{exchange_name}', {
            params: { path: { subaccount_id: subaccountId, exchange_name: exchange } },
            body,
          }),
        )
      }
      done={isPaper ? 'The paper account is stored.' : 'The exchange has accepted the credentials.'}
      then={stored}
    >
      {isPaper ? (
        <TextField label="Play money in dollars" path="paper.cash" value={cash} change={setCash} />
      ) : exchange === 'EXCHANGE_A' ? (
        <>
          <TextField label="API key id" path="api_key_id" value={keyId} change={setKeyId} />
          <Field label="Private key (PEM)" path="private_key">
            {(ties) => (
              <textarea
                {...ties}
                spellcheck={false}
                value={privateKey}
                onInput={({ currentTarget }) => setPrivateKey(currentTarget.value)}
              />
            )}
          </Field>
        </>
      ) : (
        <>
          <TextField
            label="Private key of the wallet's owner"
            path="private_key"
            type="password"
            value={privateKey}
            change={setPrivateKey}
          />
          <Field label="Kind of wallet" path="signature_type">
            {(ties) => (
              <select {...ties} value={kind} onChange={({ currentTarget }) => setKind(currentTarget.value)}>
                <option value="3">Deposit wallet (3)</option>
                <option value="2">Safe (2)</option>
                <option value="1">Proxy (1)</option>
                <option value="0">The key's own address (0)</option>
              </select>
            )}
          </Field>
          <TextField
            label="Address of the wallet"
            path="funder_address"
            hint="Empty: it follows from the key."
            value={funder}
            change={setFunder}
          />
          <TextField
            label="Relayer API key"
            path="relayer_api_key"
            hint="Empty: none. Approvals and redemptions need one."
            type="password"
            value={relayerKey}
            change={setRelayerKey}
          />
        </>
      )}
    </ConfirmDialog>
  )
}
