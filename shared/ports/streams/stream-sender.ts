/** How streams are told something. */

/**
 * `gone`: the connection has ended. `slow`: its client reads slower than it is told. `too_large`: no connection takes a message of that
 * size, and it was not sent.
 */
export type Sent = 'sent' | 'gone' | 'slow' | 'too_large'

export interface StreamSender {
  /**
   * Hands one message over, and tries again for a while when the gateway takes none for now. Those that one caller hands over one after
   * the other arrive in that order. Throws when it is not known whether it has arrived.
   */
  send(streamId: string, text: string): Promise<Sent>
  isOpen(streamId: string): Promise<boolean>
  /** Ends the connection, if it is there. Its client is told why before, if it takes that at once. */
  close(streamId: string, farewell: string): Promise<void>
}
