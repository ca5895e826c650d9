/** An expression as it was written: the values of its placeholders come with each request. */

/** Names of attributes, some of them placeholders, and places in lists. */
export type Path = ReadonlyArray<string | number>

export type Operand =
  | { readonly kind: 'path'; readonly path: Path }
  | { readonly kind: 'size'; readonly path: Path }
  | { readonly kind: 'value'; readonly name: string }

export type Comparator = '=' | '<>' | '<' | '<=' | '>' | '>='

/** Functions that say something about an attribute. */
export type Saying = 'attribute_type' | 'begins_with' | 'contains'

export type Condition =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Condition[] }
  | { readonly kind: 'not'; readonly part: Condition }
  | { readonly kind: 'compare'; readonly by: Comparator; readonly left: Operand; readonly right: Operand }
  | { readonly kind: 'between'; readonly value: Operand; readonly low: Operand; readonly high: Operand }
  | { readonly kind: 'in'; readonly value: Operand; readonly among: readonly Operand[] }
  | { readonly kind: 'exists'; readonly path: Path; readonly is: boolean }
  | { readonly kind: 'says'; readonly what: Saying; readonly value: Operand; readonly operand: Operand }
