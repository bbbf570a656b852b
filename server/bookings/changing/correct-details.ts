import type { Cause } from '#db/change.ts';
import type { BookingRow } from '#db/projections/booking-row.ts';
import { bookingById } from '#db/queries/bookings/bookings.ts';
import type { BookingAndAccount, Caller } from '#events/booking/booking-access.ts';
import { bookingStream } from '#events/booking/booking.ts';
import { authorizeCorrection, correctDetails as decide } from '#events/booking/correcting.ts';
import { CORRECTED_FIELDS, type CorrectableDetails, forEachField } from '#shared/booking/booking-fields.ts';
import { type BookingDependencies, businessTime } from '../dependencies.ts';
import { accountOf } from './change-plans.ts';
import { repeatWhileRefused } from './repeat-while-refused.ts';

function detailsOf(row: BookingRow | undefined): CorrectableDetails {
  return forEachField(CORRECTED_FIELDS, (name) => row?.[name] ?? '');
}

interface CorrectionRequest {
  readonly eventId: string;
  readonly details: CorrectableDetails;
  readonly by: { readonly caller: Caller } | { readonly admin: string };
}

/** Resolves with the new link's generation. Throws `Rejected`: `cannot-correct`, and what `correctDetails` refuses. */
export function correctDetails(
  dependencies: Pick<BookingDependencies, 'store' | 'clock' | 'config'>,
  { eventId, details: after, by }: CorrectionRequest,
  cause: Cause,
): Promise<number> {
  const { store } = dependencies;
  const booking = bookingStream(eventId);
  const [caller, admin] = 'caller' in by ? [by.caller, undefined] : [null, by.admin];
  return repeatWhileRefused(async () => {
    // Read first: if the details change in between, the decision refuses.
    const corrections = (await store.stateOf(booking))?.corrections ?? 0;
    const before = detailsOf(await bookingById(store.db, eventId));
    const request = {
      before,
      corrections,
      after,
      ...(admin !== undefined && { admin }),
      ...businessTime(dependencies),
    };
    const { events } = await store.change({
      streams: { booking, ...(caller && accountOf(caller)) },
      decide: (states: BookingAndAccount) => (caller && authorizeCorrection(states, caller)) ?? decide(states, request),
      cause,
    });
    const [corrected] = events.flatMap((event) => (event.type === 'BookingDetailsCorrected' ? [event.data.link] : []));
    if (corrected === undefined) throw new Error('a correction recorded nothing');
    return corrected;
  });
}
