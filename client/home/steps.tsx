import { ADVISED_NOTICE_HOURS } from '#shared/business.ts';

const { least, better } = ADVISED_NOTICE_HOURS;

const STEPS: readonly (readonly [title: string, text: string])[] = [
  [
    'Write the list',
    'Everything in and around the home that waits. Not sure how long it takes? Book the full day: time left over goes to your small repairs.',
  ],
  [
    'Pick a time and pay',
    `Choose from what is open, tell us the address and the list, and pay by card. While you pay, nobody else can take the time. Best is ${least} to ${better} hours ahead; sooner works when something is open.`,
  ],
  [
    'We come and work through it',
    'You say what comes first. Materials are ready at your home, or we buy them after you have approved them, and you get the receipts.',
  ],
];

/** How a visit comes about. */
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
