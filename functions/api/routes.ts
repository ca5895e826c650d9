/** Table of contents: every endpoint and the Lambda that answers it, in the order a person reads. */

import type { Endpoint } from '#lambda/endpoint.ts'

/** `file` is the module whose export `handler` is the Lambda. */
export const ROUTES: ReadonlyArray<{ readonly file: string; readonly handler: Pick<Endpoint, 'spec'> }> = []
