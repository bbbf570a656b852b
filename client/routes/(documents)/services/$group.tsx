import { createFileRoute, notFound } from '@tanstack/react-router';
import { allPriceWords } from '#shared/booking/prices.ts';
import { servicesIn } from '#shared/business/catalogue.ts';
import { CITIES } from '#shared/business/cities.ts';
import { workPath } from '#shared/business/public-pages.ts';
import { workPageOfSlug } from '#shared/business/work.ts';
import { GroupDrawing } from '../../../components/drawings/service-groups.tsx';
import { LicenseNote } from '../../../components/notices/seller-note.tsx';
import { PageHeading, Section, TextLink } from '../../../components/page.tsx';
import { MoreLink, PickATime } from '../../../marketing/page-parts.tsx';
import { NextOpenCard, loadNextOpen } from '../../../marketing/home/next-open-card.tsx';
import { breadcrumbs, workRecord } from '../../../marketing/records.ts';
import { WorkLinks, ServiceList } from '../../../marketing/work/work-list.tsx';
import { notFoundHead, pageHead } from '../../../shell/page-head.ts';

export const Route = createFileRoute('/(documents)/services/$group')({
  loader: async ({ context, params }) => {
    if (!workPageOfSlug(params.group)) throw notFound();
    return loadNextOpen(context);
  },
  head: ({ match, params }) => {
    const { site } = match.context;
    const work = workPageOfSlug(params.group);
    if (!work) return notFoundHead(site);
    const path = workPath(work);
    const titles = servicesIn(work.group).map(({ title }) => title);
    return pageHead({
      site,
      path,
      title: work.title,
      description: `${titles.slice(0, 3).join(', ')}, and ${titles.length - 3} more, ${allPriceWords(site)}. See the next open times.`,
      records: [
        breadcrumbs(site, [
          { name: 'Services', path: '/services' },
          { name: work.title, path },
        ]),
        workRecord(site, work),
      ],
    });
  },
  component: Work,
});

function Work() {
  const next = Route.useLoaderData();
  const { site } = Route.useRouteContext();
  const { group: slug } = Route.useParams();
  const work = workPageOfSlug(slug);
  if (!work) return null;
  const { group, title, lead, halfDay, ready, limit } = work;
  const services = servicesIn(group);
  return (
    <>
      <div className="mb-10 grid grid-cols-1 items-start gap-x-12 gap-y-8 sm:mb-14 lg:grid-cols-[minmax(0,1fr)_27rem]">
        <div>
          <PageHeading title={title} lead={lead} />
          <GroupDrawing group={group} className="w-48 max-w-full lg:w-80" />
        </div>
        <NextOpenCard next={next} site={site} />
      </div>
      <Section title="What’s in it" aside={<MoreLink to="/services">All kinds of work</MoreLink>}>
        <ServiceList services={services} />
      </Section>
      <Section title="What fits">
        <div className="flex max-w-prose flex-col gap-3">
          <p>{`${halfDay} That’s an example of a half day, not a promise: no two homes are alike.`}</p>
          <p>{`${allPriceWords(site)}, the drive included. Mix it with anything else on your list.`}</p>
        </div>
      </Section>
      <Section title="Have ready">
        <p className="max-w-prose">{ready}</p>
      </Section>
      <Section title="What we leave to others">
        <p className="max-w-prose">{limit}</p>
        <LicenseNote site={site} className="mt-3" />
      </Section>
      <Section title="Other kinds of work">
        <WorkLinks except={group} />
      </Section>
      <PickATime>
        We come to {CITIES.length} cities and towns. <TextLink to="/areas">See if yours is one of them</TextLink>.
      </PickATime>
    </>
  );
}
