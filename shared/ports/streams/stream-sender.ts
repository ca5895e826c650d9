/** Sends messages to streams. */

/**
 * `gone`: the connection has ended. `slow`: its client reads slower than messages come. `too_large`: no connection takes a message of that
 * size, and it was not sent.
 */
export type Sent = 'sent' | 'gone' | 'slow' | 'too_large'

export interface StreamSender {
  /**
   * Hands one message over, and tries again for a while when the gateway takes none for now. Messages of one caller arrive in the order in
   * which they were sent. Throws when it is not known whether it has arrived.
   */
  send(streamId: string, text: string): Promise<Sent>
  isOpen(streamId: string): Promise<boolean>
  /** Ends the connection, if it is there. Its client first gets the reason, if it takes that message at once. */
  close(streamId: string, farewell: string): Promise<void>
}
