import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ClosedDeskNotice } from '#client/shell/layout/closed-desk-notice.tsx';
import { TEST_SITE } from '../../../test-site.ts';

const SITE = {
  ...TEST_SITE,
  name: 'Oak',
  email: 'hello@oak.example',
  phone: '805 555 0142',
  origin: 'https://oak.example',
};

test('while nothing can be booked, every page says so and how to reach us', () => {
  const html = renderToStaticMarkup(<ClosedDeskNotice site={{ ...SITE, takesBookings: false }} />);
  expect(html).toContain('We can’t take bookings online right now');
  expect(html).toContain('href="mailto:hello@oak.example"');
  expect(html).toContain('href="tel:8055550142"');
  expect(renderToStaticMarkup(<ClosedDeskNotice site={{ ...SITE, takesBookings: true }} />)).toBe('');
});
