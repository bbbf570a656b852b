import { PRICE_CENTS } from '#shared/booking/session-type.ts';
import type { Availability, DayAvailability } from '#shared/booking/availability.ts';
import type { Ticket } from '#shared/calls/contract.ts';
import { MonthGrid } from '../booking/picker/month-grid.tsx';
import { SlotList } from '../booking/picker/slot-list.tsx';
import { TicketCard } from '../booking/ticket/ticket-card.tsx';
import { Ruler } from '../components/calendar/ruler.tsx';
import { Specimen, Specimens } from './specimen.tsx';

const TODAY = '2027-03-08';
const ZONE = 'America/Los_Angeles';

function day(date: DayAvailability['date'], change: Partial<DayAvailability> = {}): DayAvailability {
  return { date, am: 'open', pm: 'open', freeChangesThrough: TODAY, shortNotice: false, ...change };
}

const DAYS: Availability = {
  today: TODAY,
  timeZone: ZONE,
  from: TODAY,
  to: '2027-03-31',
  prices: PRICE_CENTS,
  days: [
    day(TODAY, { am: 'gone', freeChangesThrough: null, shortNotice: true }),
    day('2027-03-09', { freeChangesThrough: null, shortNotice: true }),
    day('2027-03-10', { am: 'yours' }),
    day('2027-03-11', { am: 'gone', pm: 'gone' }),
    day('2027-03-12', { pm: 'gone' }),
  ],
};

const MOVING: Availability = {
  ...DAYS,
  days: [day('2027-03-09', { pm: 'yours' }), day('2027-03-10', { am: 'visit' })],
};

const TICKET: Ticket = {
  eventId: '0195f0a0-0000-7000-8000-000000000000',
  service: 'half-day',
  date: '2027-03-10',
  claim: 'am',
  state: 'confirmed',
  today: TODAY,
  cancel: 'refund',
  priceCents: 29_900,
  freeChangesThrough: TODAY,
  policy: 'two-days-notice',
  method: 'online',
  opensHere: true,
  mailedTo: 'ada@example.com',
  canCorrect: true,
};

const ignore = () => {};

/** Components that show days and months. */
export function Days() {
  return (
    <>
      <Specimens title="Ruler">
        <Specimen state="Lengths">
          <Ruler
            text="A half day and a full day, from 7 to 18"
            rows={[
              [{ hours: { start: 7, end: 18 }, state: 'length', label: 'Full day' }],
              [{ hours: { start: 7, end: 12 }, state: 'length', label: 'Half day' }],
            ]}
          />
        </Specimen>
        <Specimen state="Chosen and open">
          <Ruler
            text="The morning is chosen, the afternoon is open"
            marks="ends"
            rows={[
              [
                { hours: { start: 7, end: 12 }, state: 'chosen', label: 'Yours' },
                { hours: { start: 13, end: 18 }, state: 'open', label: 'Open' },
              ],
            ]}
          />
        </Specimen>
        <Specimen state="Taken and open">
          <Ruler
            text="The morning is taken, the afternoon is open"
            marks="ends"
            rows={[
              [
                { hours: { start: 7, end: 12 }, state: 'taken', label: 'Taken' },
                { hours: { start: 13, end: 18 }, state: 'open', label: 'Open' },
              ],
            ]}
          />
        </Specimen>
      </Specimens>
      <Specimens title="Date list">
        <Specimen state="Open, chosen, not open, held for the visitor" isWide>
          <SlotList
            isFixed={false}
            availability={DAYS}
            service="half-day"
            slot={{ date: '2027-03-09', claim: 'pm' }}
            name="slot"
            onSlot={ignore}
          />
        </Specimen>
        <Specimen state="Nothing open" isWide>
          <SlotList
            isFixed={false}
            availability={{ ...DAYS, days: [] }}
            service="full-day"
            slot={null}
            name="slot"
            onSlot={ignore}
          />
        </Specimen>
      </Specimens>
      <Specimens title="Month grid">
        <Specimen state="The same, and days that are still on their way" isWide>
          {/* A separate form, because the list above has radio buttons of the same name. */}
          <form>
            <MonthGrid
              availability={DAYS}
              service="half-day"
              slot={{ date: '2027-03-12', claim: 'am' }}
              name="slot"
              onSlot={ignore}
              month="2027-03"
            />
          </form>
        </Specimen>
        <Specimen state="To a customer who moves the visit of the tenth, and holds the afternoon of the ninth" isWide>
          <form>
            <MonthGrid
              availability={MOVING}
              service="half-day"
              slot={null}
              name="slot"
              onSlot={ignore}
              month="2027-03"
            />
          </form>
        </Specimen>
      </Specimens>
      <Specimens title="Ticket">
        <Specimen state="Paid" isWide>
          <TicketCard ticket={TICKET} timeZone={ZONE} />
        </Specimen>
        <Specimen state="Held" isWide>
          <TicketCard ticket={{ ...TICKET, state: 'held' }} timeZone={ZONE} />
        </Specimen>
      </Specimens>
    </>
  );
}
