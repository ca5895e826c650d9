/** All users of a deployment, for its operator. No request of a user reads so much. */

import { ScanCommand, type ScanCommandInput } from '@aws-sdk/client-dynamodb'
import { fromAttributes, toAttributes } from '../engine/attributes.ts'
import { id } from '../engine/codecs.ts'
import { idOf } from '../engine/keys.ts'
import { openWire, type TableOptions } from '../engine/wire.ts'

/** Returns their ids, sorted. Reads the whole table: half a read unit for every 4 KB. */
export const allUsers = async (options: TableOptions): Promise<readonly string[]> => {
  const { client, tableName: TableName } = openWire(options)
  const found = new Set<string>()
  let from: ScanCommandInput['ExclusiveStartKey']
  do {
    const answer = await client.send(
      new ScanCommand({
        TableName,
        FilterExpression: 'sk = :ring',
        // Key rings, and keys of users that have no ring because their keys are older than rings.
        ExpressionAttributeValues: toAttributes({ ':ring': 'K' }),
        ProjectionExpression: 'pk, us',
        ...(from === undefined ? {} : { ExclusiveStartKey: from }),
      }),
    )
    for (const { pk, us } of (answer.Items ?? []).map(fromAttributes))
      found.add(us === undefined ? idOf(String(pk)) : id.read(us))
    from = answer.LastEvaluatedKey
  } while (from !== undefined)
  return [...found].toSorted()
}
