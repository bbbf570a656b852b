import { createFileRoute } from '@tanstack/react-router';
import { SERVICES, servicesIn } from '#shared/business/catalogue.ts';
import { countWords } from '#shared/business/service-words.ts';
import { isFound } from '#shared/business/work.ts';
import { readWorkSearch } from '#shared/business/work-search.ts';
import { LicenseNote } from '../../../components/notices/license-note.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { TextLink } from '../../../components/text-link.tsx';
import { PickATime } from '../../../marketing/pick-a-time.tsx';
import { breadcrumbs } from '../../../marketing/records.ts';
import { WorkFilter } from '../../../marketing/work/work-filter.tsx';
import { WorkList } from '../../../marketing/work/work-list.tsx';
import { pageHead } from '../../../shell/page-head.ts';

const PATH = '/services';

export const Route = createFileRoute('/(documents)/services/')({
  validateSearch: readWorkSearch,
  head: ({ match }) =>
    pageHead({
      site: match.context.site,
      path: PATH,
      title: 'Services',
      description: `All ${SERVICES.length} kinds of work that we do by the half day or the day, from TV mounting to gutter cleaning. Find yours.`,
      records: [breadcrumbs(match.context.site, [{ name: 'Services', path: PATH }])],
    }),
  component: Services,
});

function Services() {
  // The router adds invalid parameters to those that were read.
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
