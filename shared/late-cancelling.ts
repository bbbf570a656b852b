/** What brings the payment of a late cancellation back (SPEC.md section 1), in words for pages and mails alike. */
export const UNLESS_SOLD = 'unless somebody else books and pays for the time before it begins';

/** Said wherever the rule is explained: whoever gave up a time may see it taken, and get nothing back. */
export const WHICH_SALE_COUNTS =
  'A visit moved there from another time does not count, because it was already paid for. If several people gave the time up late, whoever did so first gets theirs back first.';
