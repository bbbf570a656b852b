import { type ReactNode, useId } from 'react';

export interface Column<Row> {
  readonly title: string;
  /** Links that sort by the column. */
  readonly heading?: ReactNode;
  readonly sort?: 'ascending' | 'descending';
  readonly cell: (row: Row) => ReactNode;
  readonly isNumeric?: boolean;
  /** The phone layout leaves out the title, because the content explains itself. */
  readonly isPlain?: boolean;
}

interface Parts<Row> {
  readonly caption: string;
  /** For a table below a heading that says the same. */
  readonly hidesCaption?: boolean;
  /** The first column names its row. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
}

/**
 * On a phone each row is a block with column titles; the table roles stay. A wide table scrolls in its own box, also by keyboard.
 */
export function Table<Row>({ caption, hidesCaption, columns, rows, keyOf }: Parts<Row>) {
  const id = useId();
  const isPair = columns.length === 2 && columns[1]?.isNumeric === true;
  const isSortable = columns.some(({ heading }) => heading !== undefined);
  return (
    <section className="relative overflow-x-auto" aria-labelledby={id} tabIndex={0}>
      <table className={isPair ? 'table table-of-pairs' : 'table'}>
        <caption
          id={id}
          className={hidesCaption ? 'sr-only' : 'pb-2 text-left font-heading text-xl font-semibold max-sm:block'}
        >
          {caption}
        </caption>
        <thead className={isSortable ? 'max-sm:block' : 'max-sm:sr-only'}>
          <tr className="border-b border-ink max-sm:flex max-sm:flex-wrap max-sm:gap-x-4 max-sm:pb-2">
            {columns.map(({ title, heading, sort, isNumeric }) => (
              <th
                key={title}
                scope="col"
                aria-sort={sort}
                className={`py-2 pr-4 align-bottom text-sm font-normal text-pencil last:pr-0 max-sm:p-0 ${align(isNumeric)} ${heading === undefined ? 'max-sm:sr-only' : ''}`}
              >
                {heading ?? title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ title, cell, isNumeric, isPlain }, index) => {
                const look = isNumeric ? 'number' : undefined;
                return index === 0 ? (
                  <th key={title} scope="row" className={look}>
                    {cell(row)}
                  </th>
                ) : (
                  <td key={title} className={isPlain || isPair ? `plain ${look ?? ''}` : look}>
                    {isPlain || isPair ? null : <span aria-hidden="true">{title}</span>}
                    <div>{cell(row)}</div>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function align(isNumeric: boolean | undefined): string {
  return isNumeric ? 'text-right whitespace-nowrap' : 'text-left';
}
