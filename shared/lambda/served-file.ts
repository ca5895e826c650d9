/** Answer in place of JSON: a text or bytes, with headers of its own. */
export class ServedFile {
  readonly body: string | Uint8Array
  readonly headers: Readonly<Record<string, string>>
  constructor(body: string | Uint8Array, headers: Readonly<Record<string, string>>) {
    this.body = body
    this.headers = headers
  }
}
