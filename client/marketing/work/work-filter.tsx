import { Link } from '@tanstack/react-router';
import { SERVICE_GROUPS, type ServiceGroup } from '#shared/business/catalogue.ts';
import { LONGEST_SEARCH } from '#shared/business/work.ts';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/fields/text-field.tsx';
import type { WorkSearch } from '#shared/business/work-search.ts';

const GROUPS = Object.entries(SERVICE_GROUPS) as [ServiceGroup, string][];

const look =
  'inline-flex min-h-11 items-center rounded-sheet border border-edge px-3 py-1 hover:border-accent hover:text-accent-strong aria-[current=page]:border-ink aria-[current=page]:bg-ink aria-[current=page]:text-paper';

/** Narrows the list of services by plain links and a plain form. The page's script does it at each key (`client/start/filter-services.ts`). */
export function WorkFilter({ search }: { readonly search: WorkSearch }) {
  const { find, group } = search;
  const choices: readonly (readonly [ServiceGroup | undefined, string])[] = [[undefined, 'All'], ...GROUPS];
  return (
    <div className="mb-8">
      <search>
        <form method="get" action="/services" className="flex max-w-prose flex-wrap items-end gap-3">
          {group ? <input type="hidden" name="group" value={group} /> : null}
          <div className="min-w-0 flex-1 basis-56">
            <TextField
              name="find"
              label="What needs doing?"
              hint="A word is enough: door, drip, paint."
              defaultValue={find ?? ''}
              enterKeyHint="search"
              maxLength={LONGEST_SEARCH}
              required={false}
            />
          </div>
          <Button type="submit" className="mb-7">
            Find
          </Button>
        </form>
      </search>
      <nav aria-label="Kinds of work" className="mt-6">
        <ul className="flex flex-wrap gap-2">
          {choices.map(([each, name]) => (
            <li key={name}>
              <Link
                to="/services"
                search={{ ...(find !== undefined && { find }), ...(each && { group: each }) }}
                activeOptions={{ exact: true, includeSearch: true }}
                className={look}
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
