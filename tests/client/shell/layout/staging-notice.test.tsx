import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PlayMoneyNotice } from '#client/components/notices/play-money-notice.tsx';
import { StagingNotice } from '#client/shell/layout/staging-notice.tsx';
import { TEST_SITE } from '../../../test-site.ts';

test('a staging site says once on a page that it is a trial', () => {
  const site = { ...TEST_SITE, isStaging: true, takesRealMoney: false };
  expect(renderToStaticMarkup(<StagingNotice site={site} />)).toContain('This is a trial of the site.');
  expect(renderToStaticMarkup(<PlayMoneyNotice site={site} />)).toBe('');
  expect(renderToStaticMarkup(<StagingNotice site={TEST_SITE} />)).toBe('');
});
