import { Link, useNavigate } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { SelectField } from '../components/fields/inputs.tsx';
import { stringifySearch } from '../shell/search.ts';
import { formatCount } from '#shared/format-count.ts';
import { buttonClass } from '../components/page.tsx';

interface Parts extends Omit<ComponentProps<'form'>, 'action' | 'method' | 'onSubmit'> {
  readonly page: string;
  readonly read: (fields: Readonly<Record<string, unknown>>) => object;
}

/** A plain GET form: its values are in the address. */
export function FilterBar({ page, read, ...form }: Parts) {
  const navigate = useNavigate();
  return (
    <form
      noValidate
      className="mb-8 flex flex-wrap items-end gap-x-4 gap-y-3"
      {...form}
      method="get"
      action={page}
      onSubmit={(event) => {
        event.preventDefault();
        const search = read(Object.fromEntries(new FormData(event.currentTarget)));
        void navigate({ href: page + stringifySearch({ ...search }) });
      }}
    />
  );
}

const SIZES = [10, 25, 50];

export function RowsField({ pageSize }: { readonly pageSize: number }) {
  const sizes = SIZES.includes(pageSize) ? SIZES : [pageSize, ...SIZES];
  return (
    <SelectField
      name="pageSize"
      label="Rows"
      options={sizes.map(String)}
      defaultValue={String(pageSize)}
      required={false}
    />
  );
}

/** Its links keep the list's other search parameters. */
export function Pager({ page, pages }: { readonly page: number; readonly pages: number }) {
  if (pages === 1) return null;
  const link = (number: number) => ({
    to: '.',
    search: ({ page: _page, ...shown }: { page?: number }) => ({ ...(number > 1 && { page: number }), ...shown }),
    className: buttonClass(),
  });
  return (
    <nav aria-label="Pages" className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">
      {page > 1 ? (
        <Link {...link(page - 1)} rel="prev">
          Previous page
        </Link>
      ) : null}
      <p>{`Page ${formatCount(page)} of ${formatCount(pages)}`}</p>
      {page < pages ? (
        <Link {...link(page + 1)} rel="next">
          Next page
        </Link>
      ) : null}
    </nav>
  );
}
