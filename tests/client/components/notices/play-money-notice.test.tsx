import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PlayMoneyNotice } from '#client/components/notices/play-money-notice.tsx';

const SITE = {
  name: 'Oak',
  email: 'hello@oak.example',
  phone: null,
  origin: 'https://oak.example',
  profiles: [],
  takesBookings: true,
  timeZone: 'UTC',
  tagManager: null,
};

test('a site in test mode says that it takes no real money, and a live site shows no notice', () => {
  expect(renderToStaticMarkup(<PlayMoneyNotice site={{ ...SITE, takesRealMoney: false }} />)).toContain(
    'No payment here is real',
  );
  expect(renderToStaticMarkup(<PlayMoneyNotice site={{ ...SITE, takesRealMoney: true }} />)).toBe('');
});
