import { sessionHours } from '#shared/booking/hours.ts';
import { formatCents } from '#shared/money.ts';
import type { Prices } from '#shared/booking/prices.ts';
import { ALL_SESSION_TYPES, type SessionType, SESSION_TYPES, claimsOf, hoursOf } from '#shared/booking/session-type.ts';
import { PrimaryLink } from '../../components/page.tsx';
import { Ruler, type RulerSegment } from '../../components/calendar/ruler.tsx';

function rulerOf(prices: Prices) {
  const rows = ALL_SESSION_TYPES.toReversed().map((type) =>
    claimsOf(type).map((claim): RulerSegment => {
      const label = `${SESSION_TYPES[type].label}, ${formatCents(prices[type])}`;
      return { hours: hoursOf(claim), state: 'length', label };
    }),
  );
  const lengths = ALL_SESSION_TYPES.map(
    (type) => `${SESSION_TYPES[type].words} is ${sessionHours(type, ' or ')} and costs ${formatCents(prices[type])}`,
  );
  const text = `On a ruler of the day: ${lengths.join('; ')}.`;
  return { rows, text };
}

interface Length {
  readonly hours: string;
  readonly fits: string;
  readonly examples: readonly string[];
}

const LENGTHS: Readonly<Record<SessionType, Length>> = {
  'half-day': {
    hours: 'You choose.',
    fits: 'One larger job, or three or four small ones.',
    examples: [
      'The TV on the wall, two mirrors, a row of pictures.',
      'A new faucet, a toilet that runs, a sink that drains slowly.',
      'Three doors that stick, new handles on all of them.',
    ],
  },
  'full-day': {
    hours: 'Straight through.',
    fits: 'A room, a longer list, or a job that has to dry in between.',
    examples: [
      'Holes in a bedroom wall patched, then the room painted.',
      'A closet planned and built, and the bed and dresser put together.',
      'Everything for a half day, and then the small repairs.',
    ],
  },
};

interface TwoLengthsProps {
  readonly prices: Prices;
  readonly heading: 'h2' | 'h3';
  readonly showExamples?: boolean;
}

/** Both lengths on one ruler, then each with examples and a link to book it. */
export function TwoLengths({ prices, heading: Heading, showExamples = false }: TwoLengthsProps) {
  return (
    <>
      <Ruler {...rulerOf(prices)} />
      <ul className="mt-8 grid grid-cols-1 gap-x-12 gap-y-8 sm:grid-cols-2">
        {ALL_SESSION_TYPES.map((type) => {
          const { hours, fits, examples } = LENGTHS[type];
          return (
            <li key={type} className="flex flex-col gap-3">
              <Heading className="flex items-baseline justify-between gap-4 border-b border-ink pb-1 text-xl">
                <span>{SESSION_TYPES[type].label}</span>
                <span className="tabular-nums">{formatCents(prices[type])}</span>
              </Heading>
              <p>{`${sessionHours(type)}. ${hours}`}</p>
              {showExamples ? (
                <>
                  <p>{`${fits} Lists of about this size:`}</p>
                  <ul className="flex list-disc flex-col gap-1 pl-5 marker:text-edge">
                    {examples.map((example) => (
                      <li key={example}>{example}</li>
                    ))}
                  </ul>
                </>
              ) : (
                <p className="text-pencil">{fits}</p>
              )}
              <p className="mt-auto pt-2">
                <PrimaryLink
                  to="/book"
                  search={{ service: type }}
                >{`Book a ${SESSION_TYPES[type].label.toLowerCase()}`}</PrimaryLink>
              </p>
            </li>
          );
        })}
      </ul>
    </>
  );
}
