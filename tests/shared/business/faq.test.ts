import { expect, test } from 'vitest';
import { faqOf } from '#shared/business/faq.ts';
import { TEST_SITE } from '../../test-site.ts';
import { WHICH_SALE_COUNTS } from '#shared/booking/notice-policy.ts';

const FAQ = faqOf(TEST_SITE);

function answer(slug: string): string {
  const found = FAQ.find((entry) => entry.slug === slug);
  if (!found) throw new Error(`no question ${slug}`);
  return found.answer;
}

test('the answers hold the policies: doubt, materials, notice, payment, changes', () => {
  expect(answer('half-or-full')).toMatch(/not sure.*full day.*rest of the time.*small repairs/s);
  expect(answer('half-or-full')).toContain('$299');
  expect(answer('half-or-full')).toContain('$499');
  expect(answer('materials')).toMatch(/OK before.*receipts/s);
  expect(answer('same-day')).toMatch(/depends.*schedule.*24 to 48 hours/s);
  expect(answer('payment')).toMatch(/in full, when you book/i);
  expect(answer('changes')).toMatch(
    /at least 2 calendar days.*free.*less notice.*keep the payment.*unless someone else books.*full refund/is,
  );
  expect(answer('changes')).toContain(WHICH_SALE_COUNTS);
});
