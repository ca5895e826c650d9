/** What every bundle is compared with: a function that does nothing but read one row from DynamoDB. */

import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb'

let client: DynamoDBClient | null = null

export const handler = (id: string) => {
  client ??= new DynamoDBClient()
  return client.send(new GetItemCommand({ TableName: 'bare', Key: { pk: { S: id } } }))
}
