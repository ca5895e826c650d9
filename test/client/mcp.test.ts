/** `pmt mcp`: messages of an agent on standard input become requests, and their answers lines of standard output. */

import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Profiles } from '#client/cli/profiles/profiles.ts'
import { problem } from './prepared.ts'
import { type Answers, typeCommand } from './type-command.ts'

const META = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }

const call = (id: number | string, method: string, params: object = {}) => ({ jsonrpc: '2.0', id, method, params })

/** Sends the messages, and answers each of them by its id. */
const speak = async (
  messages: readonly (object | string)[],
  answers: Answers,
  environment = {},
  options: readonly string[] = [],
) => {
  const typed = messages.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('\n')
  const ended = await typeCommand(answers, ['mcp', ...options], undefined, { typed, environment })
  const lines = ended.stdout === '' ? [] : ended.stdout.split('\n').map((line) => JSON.parse(line))
  return { ...ended, lines }
}

const echo: Answers = {
  'POST mcp': async (request) => {
    const { id, method } = Object(await request.json())
    return { jsonrpc: '2.0', id, result: { method, headers: Object.fromEntries(request.headers) } }
  },
}

describe('a request', () => {
  it('is posted with the key, and with the headers that repeat its parts', async () => {
    const params = { name: 'get_order', arguments: {}, _meta: META }
    const { lines, code } = await speak([call(1, 'tools/call', params)], echo)
    expect(code).toBe(0)
    expect(lines).toMatchObject([
      {
        id: 1,
        result: {
          headers: {
            'x-api-key': 'pmt_key',
            'mcp-protocol-version': '2026-07-28',
            'mcp-method': 'tools/call',
            'mcp-name': 'get_order',
          },
        },
      },
    ])
  })

  it('has a name in Base64 if a header cannot hold it, and none of these headers in an earlier revision', async () => {
    const resource = { uri: 'guide:é', _meta: META }
    const { lines } = await speak([call(1, 'resources/read', resource), call(2, 'tools/list')], echo)
    const [modern, earlier] = [1, 2].map((id) => lines.find((one) => one.id === id).result.headers)
    expect(modern['mcp-name']).toBe(`=?base64?${Buffer.from('guide:é').toString('base64')}?=`)
    expect(Object.keys(earlier).filter((name) => name.startsWith('mcp-'))).toEqual([])
  })

  it('keeps its id and its text, whatever lines they contain', async () => {
    const { lines } = await speak([call('a', 'tools/list', { text: 'one\u2028two' }), '', call(7, 'tools/list')], echo)
    expect(lines.map(({ id }) => id).sort()).toEqual([7, 'a'])
  })
})

describe('an error', () => {
  it('of the service is answered in its words', async () => {
    const answers = { 'POST mcp': () => problem(403, 'scope_missing') }
    const { lines } = await speak([call(3, 'tools/list')], answers)
    expect(lines).toEqual([
      {
        jsonrpc: '2.0',
        id: 3,
        error: { code: -32_603, message: '403: It is scope_missing.', data: { status: 403 } },
      },
    ])
  })

  it('of the protocol is passed on under the id of the request', async () => {
    const error = { code: -32_020, message: 'mismatch' }
    const answers = { 'POST mcp': () => Response.json({ jsonrpc: '2.0', id: null, error }, { status: 400 }) }
    expect((await speak([call(3, 'tools/list')], answers)).lines).toEqual([{ jsonrpc: '2.0', id: 3, error }])
  })

  it('of something else at the address, or of the network, is an error of the request', async () => {
    const page = await speak([call(1, 'tools/list')], { 'POST mcp': () => new Response('<html>') })
    expect(page.lines).toMatchObject([{ id: 1, error: { message: expect.stringMatching(/no answer of the service/) } }])
    const silent = () => {
      throw new TypeError('fetch failed', { cause: 'ECONNREFUSED' })
    }
    const { lines } = await speak([call(2, 'tools/call', { name: 'place_order' })], { 'POST mcp': silent })
    expect(lines[0].error.message).toMatch(/http:\/\/service does not answer.* Whether the tool has run is not known/)
  })

  it('of another version of the service sends nothing', async () => {
    const answers = { ...echo, 'GET health': () => ({ status: 'ok', version: '9.0.0' }) }
    const { lines, requested } = await speak([call(1, 'tools/list')], answers)
    expect(lines[0].error.message).toMatch(/^Nothing was sent: .* version 9\.0\.0/)
    expect(requested).not.toContain('POST mcp')
  })

  it('in a line is answered without an id', async () => {
    const { lines } = await speak(['{', '[]', '5', { method: 'x' }], echo)
    expect(lines.map(({ id, error }) => [id, error.code])).toEqual([
      [null, -32_700],
      [null, -32_600],
      [null, -32_600],
      [null, -32_600],
    ])
  })
})

describe('a notification', () => {
  it('is not sent and not answered', async () => {
    const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' }
    const { lines, requested } = await speak([initialized], echo)
    expect(lines).toEqual([])
    expect(requested).toEqual([])
  })

  it('that cancels a request ends it without an answer', async () => {
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }
    const answers: Answers = {
      'POST mcp': async ({ signal }) => {
        if (!signal.aborted) await once(signal, 'abort')
        throw signal.reason
      },
    }
    const { lines, code } = await speak([call(1, 'tools/list'), cancelled], answers)
    expect({ lines, code }).toEqual({ lines: [], code: 0 })
  })
})

it('without a key the command ends with a sentence on standard error', async () => {
  const { code, stdout, stderr } = await speak([], echo, { TRADING_KEY: '', LOCAL_DIR: '/nowhere' })
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/There is no key for http:\/\/service/)
})

describe('a profile', () => {
  const ofAgent = () => {
    const folder = mkdtempSync(join(tmpdir(), 'mcp-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const environment = { TRADING_URL: '', TRADING_KEY: '', XDG_CONFIG_HOME: folder }
    const profile = { url: 'http://service', key: 'pmt_of_profile', subaccount: null }
    return { environment, path: new Profiles(environment, 'linux').write('agent', profile) }
  }
  const place = call(1, 'tools/call', { name: 'place_order', arguments: {} })

  it('gives its address and its key', async () => {
    const { environment } = ofAgent()
    const { lines } = await speak([place], echo, environment, ['--profile', 'agent'])
    expect(lines).toMatchObject([{ result: { headers: { 'x-api-key': 'pmt_of_profile' } } }])
  })

  it('that others can read is refused with the command that closes it, and no request is sent', async () => {
    const { environment, path } = ofAgent()
    chmodSync(path, 0o644)
    const ended = await speak([place], echo, environment, ['--profile', 'agent'])
    expect(ended).toMatchObject({ code: 1, stdout: '', requested: [] })
    expect(ended.stderr).toContain(`Close it: chmod 600 '${path}'`)
    expect(ended.stderr).not.toContain('pmt_of_profile')
  })
})
