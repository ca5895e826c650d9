/** GET /v1/console/{file} */

import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { object } from '#contract/validation/fields/object.ts'
import { string } from '#contract/validation/fields/string.ts'
import { problem } from '#domain/kernel/problem.ts'
import { ServedFile } from '#lambda/answers/served-file.ts'
import { endpoint } from '#lambda/endpoint.ts'
import { bareFrame } from '../../bare-frame.ts'

const FOLDER = new URL('page/', import.meta.url)

export const handler = endpoint(
  {
    name: 'get-console-file',
    method: 'GET',
    path: '/v1/console/{file}',
    tag: 'Service',
    summary: 'A script or the style of the console',
    description: 'Always compressed with gzip. The name changes with the content, so a browser can keep it.',
    scope: 'none',
    request: { path: object({ file: string() }) },
    reply: { status: 200, schema: string(), contentType: 'text/javascript' },
    refusals: [
      { status: 404, code: 'not_found', when: 'the page has no such file; a newer page may have replaced it' },
    ],
    uses: { table: 'none' },
    page: 'client/console',
    memoryMb: 256,
    ifBroken: 'The console stays empty; the interface and all orders still work. Look at the log of get-console-file.',
  },
  bareFrame,
  async (_deps, { path: { file } }) => {
    // The name is compared with the files of the folder, so that no name leads out of it.
    if (!readdirSync(FOLDER).includes(`${file}.gz`)) return problem(404, 'not_found', 'The page has no such file.')
    return new ServedFile(await readFile(new URL(`${file}.gz`, FOLDER)), {
      'content-type': `${file.endsWith('.css') ? 'text/css' : 'text/javascript'}; charset=utf-8`,
      'content-encoding': 'gzip',
      'cache-control': 'public, max-age=31536000, immutable',
    })
  },
)
