import { type ReactNode, useId } from 'react';

export interface Column<Row> {
  readonly title: string;
  /** In place of the title: a link that sorts by it. */
  readonly heading?: ReactNode;
  /** Set on the column that the rows are sorted by. */
  readonly sort?: 'ascending' | 'descending';
  readonly cell: (row: Row) => ReactNode;
  /** Numbers stand under each other, from the right. */
  readonly isNumeric?: boolean;
}

interface Parts<Row> {
  readonly caption: string;
  /** The first column names its row. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
}

/** Rows under named columns. Where it is wider than the window it scrolls by itself, by keyboard too. */
export function Table<Row>({ caption, columns, rows, keyOf }: Parts<Row>) {
  const id = useId();
  return (
    <section className="relative overflow-x-auto" aria-labelledby={id} tabIndex={0}>
      <table className="w-full border-collapse">
        <caption id={id} className="pb-2 text-left font-heading text-xl font-semibold">
          {caption}
        </caption>
        <thead>
          <tr className="border-b border-ink">
            {columns.map(({ title, heading, sort, isNumeric }) => (
              <th
                key={title}
                scope="col"
                aria-sort={sort}
                className={`py-2 pr-4 align-bottom text-sm font-normal text-pencil last:pr-0 ${align(isNumeric)}`}
              >
                {heading ?? title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="border-b border-line">
              {columns.map(({ title, cell, isNumeric }, index) => {
                const look = `py-2.5 pr-4 align-baseline last:pr-0 ${align(isNumeric)}`;
                return index === 0 ? (
                  <th key={title} scope="row" className={`${look} font-semibold`}>
                    {cell(row)}
                  </th>
                ) : (
                  <td key={title} className={look}>
                    {cell(row)}
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
