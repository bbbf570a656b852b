import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PlayMoneyNotice } from '#client/components/notices/play-money-notice.tsx';
import { TrialNotice } from '#client/shell/layout/trial-notice.tsx';
import { TEST_SITE } from '../../../test-site.ts';

test('a staging site says once on a page that it is a trial', () => {
  const site = { ...TEST_SITE, isTrial: true, takesRealMoney: false };
  expect(renderToStaticMarkup(<TrialNotice site={site} />)).toContain('This is a trial of the site.');
  expect(renderToStaticMarkup(<PlayMoneyNotice site={site} />)).toBe('');
  expect(renderToStaticMarkup(<TrialNotice site={TEST_SITE} />)).toBe('');
});
