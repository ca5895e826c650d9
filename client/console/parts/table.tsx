/** A table whose rows become cards where the screen is narrow. */

import type { ComponentChildren } from 'preact'

export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => ComponentChildren
  /** `end` for numbers, `title` for what the row is about, `long` for what may take lines, `actions` for buttons. */
  readonly kind?: 'end' | 'title' | 'long' | 'actions'
}

interface Props<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly idOf: (row: Row) => string
  /** Actions on a row; null if there are none. */
  readonly actions?: ((row: Row) => ComponentChildren) | null
  /** Replaces missing rows: an `Empty`. */
  readonly none: ComponentChildren
}

export const Table = <Row,>({ label, columns: data, actions = null, rows, idOf, none }: Props<Row>) => {
  if (rows.length === 0) return none
  const columns: readonly Column<Row>[] =
    actions === null ? data : [...data, { title: 'Actions', kind: 'actions', cell: actions }]
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    // biome-ignore lint/a11y/useSemanticElements: the panel around it is the region, and a fieldset is for fields
    <div class="table-wrap" role="group" tabIndex={0} aria-label={label}>
      <table class="cards">
        <thead>
          <tr>
            {columns.map(({ title, kind }) => (
              <th key={title} scope="col" class={kind === 'end' || kind === 'actions' ? 'end' : ''}>
                {kind === 'actions' ? <span class="hidden">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={idOf(row)}>
              {columns.map(({ title, kind, cell }) => (
                <td key={title} class={kind === 'actions' ? 'actions end' : (kind ?? '')} data-label={title}>
                  {kind === 'actions' ? <div>{cell(row)}</div> : cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
