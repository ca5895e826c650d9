/** The body of every refusal but a 422. */

import { object } from '../validation/fields/object.ts'
import { string } from '../validation/fields/string.ts'

/** `code` is stable and for programs, `detail` is a sentence for people. */
export const problemBody = object({ detail: string(), code: string(), request_id: string(), doc_url: string() })

/** Answer of a gateway in front of the service, which has no codes. */
export const gatewayRefusal = object({ message: string() })
