import { UNITS, WHOLE_DAY } from '#shared/booking/session-type.ts';
import { claimHours, hoursWords } from '#shared/booking/hours.ts';

const PARTS: readonly (readonly [when: string, what: string, how: string])[] = [
  [
    '7:00 am',
    'We arrive and walk through the list with you',
    'You show us what needs doing and what matters most. If the list is longer than the time, we say so then and agree on what comes first.',
  ],
  [
    'Before we start',
    'We settle the materials',
    'We use what you have ready. If something’s missing, we can buy it: you approve it and the price first, and you keep the receipt.',
  ],
  [
    'All morning',
    'We work through the list in your order',
    'Stay, or go about your day, as long as we can reach you if there’s something to decide.',
  ],
  [
    'If there’s time left',
    'The small repairs get their turn',
    'The hinge that squeaks, the knob that came loose, the picture that never got hung.',
  ],
  [
    'Noon',
    'We clean up and show you the work',
    'You look at each job with us before we leave. The time is already paid for; only the materials you approved are left to pay.',
  ],
];

/** The course of a morning, along a vertical ruler. */
export function Visit() {
  return (
    <>
      <ol className="max-w-prose border-l border-ink">
        {PARTS.map(([when, what, how]) => (
          <li
            key={when}
            className="relative pb-8 pl-6 before:absolute before:top-3 before:left-0 before:w-4 before:border-t before:border-ink last:pb-0"
          >
            <p className="text-sm text-pencil">{when}</p>
            <h3 className="text-xl">{what}</h3>
            <p className="mt-1">{how}</p>
          </li>
        ))}
      </ol>
      <p className="mt-10 max-w-prose text-pencil">
        An afternoon goes the same way, {hoursWords(UNITS.pm.hours)}. A full day runs from {claimHours(WHOLE_DAY)}, with
        room for a job that has to dry in between.
      </p>
    </>
  );
}
