import type { Legal } from '#shared/business/legal.ts';

const EXEMPTION =
  'The exemption from licensing ends once the business employs anyone, and for jobs of $1,000 or more in all (Business and Professions Code 7048).';

const PREPAYMENT =
  'The law limits payment before the work, so ask counsel whether you may take the full price at booking (Business and Professions Code 7159.5 and 7159.10).';

const RIGHT_TO_CANCEL =
  'An order that a customer places from home may carry a right to cancel: ask counsel (Civil Code 1689.5 to 1689.14).';

/** About California's codes. None for a site with a sample license. */
export function legalNotices({ license }: Legal): readonly string[] {
  if (license === null) return [];
  return [license.kind === 'none' ? EXEMPTION : PREPAYMENT, RIGHT_TO_CANCEL];
}
