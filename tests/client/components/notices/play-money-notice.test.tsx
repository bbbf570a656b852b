import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PlayMoneyNotice } from '#client/components/notices/play-money-notice.tsx';
import { TEST_SITE } from '../../../test-site.ts';

const SITE = { ...TEST_SITE, name: 'Oak', email: 'hello@oak.example', origin: 'https://oak.example' };

test('a site in test mode says that it takes no real money, and a live site shows no notice', () => {
  expect(renderToStaticMarkup(<PlayMoneyNotice site={{ ...SITE, takesRealMoney: false }} />)).toContain(
    'No payment here is real',
  );
  expect(renderToStaticMarkup(<PlayMoneyNotice site={{ ...SITE, takesRealMoney: true }} />)).toBe('');
});
