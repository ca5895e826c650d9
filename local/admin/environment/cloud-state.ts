/** The state of a deployment that AWS keeps: its alarms, the receivers of their mails, and whether its consumers take messages. */

export interface AlarmState {
  readonly name: string
  /** `OK`, `ALARM`, `INSUFFICIENT_DATA` */
  readonly state: string
  /** ISO time of the last change of the state. */
  readonly since: string
  readonly description: string
  /** False if its mails are switched off. */
  readonly isHeard: boolean
  /** ARNs that it publishes to: the topic of the deployment. */
  readonly topics: readonly string[]
}

/** One receiver of a topic. */
export interface Subscriber {
  /** Mail address, for a mail. */
  readonly endpoint: string
  /** False until the receiver has followed the link in the first mail. */
  readonly isConfirmed: boolean
}

export interface MappingState {
  readonly function: string
  /** The effect on users while the function does not run. */
  readonly ifBroken: string
  /** `Enabled`, `Disabled` or a state in between; null if there is no mapping. */
  readonly state: string | null
  readonly uuid: string
}

export interface CloudState {
  /** Names of all alarms that the stacks of this version declare. */
  readonly alarmNames: readonly string[]
  /** Reads the declared alarms that exist. */
  alarms(): Promise<readonly AlarmState[]>
  subscribers(topic: string): Promise<readonly Subscriber[]>
  mappings(): Promise<readonly MappingState[]>
}
