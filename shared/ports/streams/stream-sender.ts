/** How streams are told something. */

/** `gone`: the connection has ended. `slow`: its client reads slower than it is told. */
export type Sent = 'sent' | 'gone' | 'slow'

export interface StreamSender {
  /** Hands one message over; those that one caller hands over one after the other arrive in that order. Throws when that is not known. */
  send(streamId: string, text: string): Promise<Sent>
  isOpen(streamId: string): Promise<boolean>
  /** Ends the connection, if it is there. */
  close(streamId: string): Promise<void>
}
