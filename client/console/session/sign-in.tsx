/** The page before anything else: takes an API key, and checks it before it is kept. */

import { useState } from 'preact/hooks'
import { ask } from '../api/ask.ts'
import { api } from '../api/client.ts'
import { TextField } from '../parts/form/text-field.tsx'
import { Note } from '../parts/note.tsx'
import { Brand } from '../shell/bar/brand.tsx'
import { endedBecause, keepKey } from './api-key.ts'

export const SignIn = () => {
  const [key, setKey] = useState('')
  const [problem, setProblem] = useState('')
  const [isChecking, setChecking] = useState(false)
  const submit = async (event: Event) => {
    event.preventDefault()
    if (key.trim() === '') return setProblem('Enter a key.')
    setChecking(true)
    const answer = await ask(api.GET('/v1/quotas', { headers: { 'x-api-key': key.trim() } }))
    setChecking(false)
    if (answer.ok) keepKey(key.trim())
    else setProblem(answer.problem.status === 401 ? 'The service does not know this key.' : answer.problem.detail)
  }
  return (
    <main class="sign-in">
      <form noValidate onSubmit={submit}>
        <Brand />
        <h1>Sign in</h1>
        <TextField
          label="API key"
          hint="It stays in this tab and is sent to this service only."
          type="password"
          fault={problem || null}
          value={key}
          change={setKey}
        />
        {endedBecause.value === '' || problem !== '' ? null : <Note kind="bad">{endedBecause.value}</Note>}
        <button type="submit" class="button primary wide" disabled={isChecking}>
          {isChecking ? 'Checking…' : 'Sign in'}
        </button>
        <p class="muted small">
          <strong>No key yet?</strong> On your own machine <code>npm start</code> prints a link that signs you in. On a
          deployed service its operator makes one with <code>npm run admin -- create-user</code>. Once signed in, the
          page API keys makes more. Programs use the <a href="/v1/docs">interface</a>.
        </p>
      </form>
    </main>
  )
}
