import { expect, test } from 'vitest';
import { phoneUrl } from '#shared/phone.ts';

test.each([
  ['+1 (805) 555-0101', 'tel:+18055550101'],
  ['805.555.0101', 'tel:8055550101'],
  ['55+5', 'tel:555'],
  ['+-', undefined],
  ['(805) 555-0101 x12', 'tel:8055550101,12'],
  ['(805) 555-0101 Ext. 12', 'tel:8055550101,12'],
  ['+1 805 555 0101;ext=12', 'tel:+18055550101,12'],
  ['+1 805 555 0101, 12', 'tel:+18055550101,12'],
])('%s is called by %s', (phone, url) => {
  expect(phoneUrl(phone)).toBe(url);
});
