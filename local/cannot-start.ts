/** Why the service cannot start, in words that say what a person can do about it. */

export class CannotStart extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'CannotStart'
  }
}
