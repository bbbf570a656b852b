import { bookingType } from '#events/booking/booking.ts';
import { bookingChanges, heldRow, withCustomer } from './booking-fold.ts';
import { bookingColumns } from './booking-row.ts';
import { projection } from './projection.ts';

export {
  type BookingRow,
  type Reduction,
  type RefundRow,
  overallRefund,
  photosOf,
  reductionsOf,
  reductionsOfPrice,
  refundsOf,
  refundsOfPrice,
  wasPaid,
} from './booking-row.ts';

export const bookings = projection({
  name: 'bookings',
  columns: bookingColumns,
  indexes: [
    // Has all that workers look for, the statistics count and the owner's lists search: these read no other rows than they return.
    `CREATE INDEX bookings_by_state ON bookings (status, is_final, confirmed_at, date, customer, search_key)`,
    'CREATE INDEX bookings_of_customer ON bookings (customer, date, claim) WHERE customer IS NOT NULL',
    // Includes unpaid holds, which belong to no customer: a deleted account's address is forgotten in all of them.
    'CREATE INDEX bookings_of_guest ON bookings (email_key) WHERE account IS NULL AND email_key IS NOT NULL',
  ],
  rowOf: bookingType,
  create: { SlotHeld: heldRow },
  update: bookingChanges,
  derive: withCustomer,
});
