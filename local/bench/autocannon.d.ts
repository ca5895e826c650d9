/** The part of autocannon we use; the package brings no types. */

declare module 'autocannon' {
  export interface Options {
    readonly url: string
    readonly method?: 'GET' | 'POST'
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: string
    readonly connections: number
    /** Seconds. */
    readonly duration: number
  }

  export interface Result {
    readonly non2xx: number
    readonly errors: number
    readonly timeouts: number
  }

  interface Run extends PromiseLike<Result> {
    on(event: 'response', listen: (client: object, statusCode: number, bytes: number, ms: number) => void): this
  }

  const autocannon: (options: Options) => Run
  export default autocannon
}
