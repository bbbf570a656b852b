import { createFileRoute, Link } from '@tanstack/react-router';
import { SERVICES, servicesIn, SERVICE_GROUPS, type ServiceGroup } from '#shared/business/catalogue.ts';
import { countWords } from '#shared/business/service-words.ts';
import { isFound, LONGEST_SEARCH, readWorkSearch, type WorkSearch } from '#shared/business/work.ts';
import { LicenseNote } from '../../../components/notices/seller-note.tsx';
import { PageHeading, TextLink, Button } from '../../../components/page.tsx';
import { PickATime } from '../../../marketing/page-parts.tsx';
import { WorkList } from '../../../marketing/work/work-list.tsx';
import { documentHead } from '../../../marketing/records.ts';
import { TextField } from '../../../components/fields/inputs.tsx';

const PATH = '/services';

export const Route = createFileRoute('/(documents)/services/')({
  validateSearch: readWorkSearch,
  head: documentHead({
    path: PATH,
    title: 'Services',
    description: `All ${SERVICES.length} kinds of work that we do by the half day or the day, from TV mounting to gutter cleaning. Find yours.`,
  }),
  component: Services,
});

function Services() {
  // The router keeps invalid search parameters.
  const search = readWorkSearch({ ...Route.useSearch() });
  const { site } = Route.useRouteContext();
  const { find = '', group } = search;
  const services = group === undefined ? SERVICES : servicesIn(group);
  const shown = services.filter((service) => isFound(service, find)).length;
  return (
    <>
      <PageHeading
        title={`${SERVICES.length} kinds of work`}
        lead="You book time, not a job, so put as many on your list as you like. Anything small that isn’t here counts as an odd job."
      />
      <WorkFilter search={search} />
      <output className="mb-4 block text-pencil" data-all={SERVICES.length}>
        {countWords(shown, SERVICES.length)}
      </output>
      <h2 className="sr-only">The list</h2>
      <Nothing find={find} isShown={shown === 0} />
      <WorkList services={services} find={find} />
      <LicenseNote site={site} className="mt-8 text-pencil" />
      <div className="mt-10">
        <PickATime>You check what’s on your list when you book, and say which part comes first.</PickATime>
      </div>
    </>
  );
}

function Nothing({ find, isShown }: { readonly find: string; readonly isShown: boolean }) {
  return (
    <p className="max-w-prose" hidden={!isShown} data-nothing>
      Nothing on the list says “<span>{find}</span>”. If it’s small and needs no permit, it’s probably an odd job: write
      it into the notes when you book. Or see <TextLink to="/services">all of them</TextLink>.
    </p>
  );
}

const GROUPS = Object.entries(SERVICE_GROUPS) as [ServiceGroup, string][];

const look =
  'inline-flex min-h-11 items-center rounded-sheet border border-edge px-3 py-1 hover:border-accent hover:text-accent-strong aria-[current=page]:border-ink aria-[current=page]:bg-ink aria-[current=page]:text-paper';

/** Plain links and a plain form. The page's script filters at each key (`client/start/filter-services.ts`). */
function WorkFilter({ search }: { readonly search: WorkSearch }) {
  const { find, group } = search;
  const choices: readonly (readonly [ServiceGroup | undefined, string])[] = [[undefined, 'All'], ...GROUPS];
  return (
    <div className="no-print mb-8">
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
