import { SERVICES } from '#shared/business/catalogue.ts';
import { TextLink } from '../../components/text-link.tsx';
import { WorkList } from '../work/work-list.tsx';
import { ADVISED_NOTICE_HOURS } from '#shared/business/business.ts';

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

/** The steps from booking to visit. */
export function Steps() {
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

/** All services by group, each group with a drawing. */
export function Services() {
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
