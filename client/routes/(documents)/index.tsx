import { createFileRoute } from '@tanstack/react-router';
import { CITIES } from '#shared/business/cities.ts';
import { Places, AreaForm } from '../../marketing/areas/area-answer.tsx';
import { Insured, MoreLink, PickATime, Policy } from '../../marketing/page-parts.tsx';
import { PAGE_TITLE_ID, Section, TextLink } from '../../components/page.tsx';
import { WallDrawing } from '../../components/drawings/wall.tsx';
import { NextOpenCard, loadNextOpen } from '../../marketing/home/next-open-card.tsx';
import { localBusiness } from '../../marketing/records.ts';
import { pageHead } from '../../shell/page-head.ts';
import { TwoLengths } from '../../marketing/pricing/two-lengths.tsx';
import { SERVICES } from '#shared/business/catalogue.ts';
import { WorkList } from '../../marketing/work/work-list.tsx';
import { ADVISED_NOTICE_HOURS } from '#shared/business/business.ts';

const DESCRIPTION =
  'Book a handyman for half a day or a full day: TV mounting, furniture assembly, drywall repair, painting, small plumbing and electrical jobs. Fixed prices, open every day.';

export const Route = createFileRoute('/(documents)/')({
  // Without them, the page links to the booking page.
  loader: ({ context }) => loadNextOpen(context),
  head: ({ match }) => {
    const { site } = match.context;
    return pageHead({ site, path: '/', title: null, description: DESCRIPTION, records: [localBusiness(site)] });
  },
  component: Home,
});

function Home() {
  const next = Route.useLoaderData();
  const { site } = Route.useRouteContext();
  return (
    <>
      <div className="mb-10 grid grid-cols-1 items-start gap-x-12 gap-y-6 sm:mb-14 lg:grid-cols-[minmax(0,1fr)_27rem] lg:grid-rows-[auto_1fr]">
        <div>
          <h1 id={PAGE_TITLE_ID} className="text-3xl sm:text-5xl">
            A handyman, by the half day or the day
          </h1>
          <p className="mt-3 max-w-prose text-lg sm:mt-5">
            Bring the list: the shelf, the door that sticks, the faucet that drips. We work through it at your home, any
            day of the week, in {CITIES.length} cities and towns from {CITIES[0]} to {CITIES.at(-1)}.
          </p>
        </div>
        <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <NextOpenCard next={next} site={site} />
        </div>
        <WallDrawing className="pointer-events-none print:hidden mt-4 w-full max-lg:mx-auto max-lg:max-w-md lg:col-span-2 lg:col-start-1 lg:row-start-2 lg:h-104" />
      </div>
      <Section title="Two lengths, two prices" aside={<MoreLink to="/pricing">What fits, and questions</MoreLink>}>
        <TwoLengths heading="h3" prices={site.prices} />
      </Section>
      <Services />
      <Section title="From the list to the visit" aside={<MoreLink to="/about">How a visit goes</MoreLink>}>
        <Steps />
      </Section>
      <Section title="If your plans change" aside={<MoreLink to="/legal/terms">All the terms</MoreLink>}>
        <Policy />
      </Section>
      <Section title="Where we come" aside={<MoreLink to="/areas">Every place, on a map</MoreLink>}>
        <AreaForm />
        <Places />
      </Section>
      <Insured site={site} />
      <PickATime>
        The booking page shows every open half day and full day, with the price and the last day for free changes.
      </PickATime>
    </>
  );
}

const { least, better } = ADVISED_NOTICE_HOURS;

const STEPS: readonly (readonly [title: string, text: string])[] = [
  [
    'Write the list',
    'Everything around the house that’s been waiting. Not sure how long it takes? Book the full day: any time left over goes to small repairs.',
  ],
  [
    'Pick a time and pay',
    `Choose an open time, give us the address and the list, and pay by card. No one else can take the time while you pay. ${least} to ${better} hours ahead is best; sooner works if something’s open.`,
  ],
  [
    'We come and work through it',
    'You say what comes first. Have the materials ready, or approve what we buy for you and get the receipts.',
  ],
];

function Steps() {
  return (
    <ol className="flex max-w-prose flex-col gap-6">
      {STEPS.map(([title, text], index) => (
        <li key={title} className="grid grid-cols-[2rem_minmax(0,1fr)]">
          <span aria-hidden="true" className="font-heading text-xl font-semibold text-pencil tabular-nums">
            {index + 1}
          </span>
          <div>
            <h3 className="text-xl">{title}</h3>
            <p className="mt-1">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}

function Services() {
  return (
    <section aria-labelledby="services" className="border-t border-line py-10 sm:py-14">
      <h2 id="services" className="text-2xl">
        {SERVICES.length} kinds of work
      </h2>
      <p className="mt-3 mb-8 max-w-prose">
        Put as many as you like on one list: you book time, not a job. Anything small that isn’t here counts as an odd
        job. <TextLink to="/services">Find yours</TextLink>.
      </p>
      <WorkList services={SERVICES} isShort />
    </section>
  );
}
