import { z } from 'zod';
import type { Contract } from '#shared/calls/contract.ts';
import { CALENDAR_PATH } from '#shared/owner/schedule.ts';
import { accountForm, done } from '../../accounts/calls/account-form.ts';
import type { AccountContext } from '../../accounts/context.ts';
import { type HandlerOf, causeOf, signedInOf } from '../../web/rpc/handler.ts';
import { byAccount } from '../../web/rpc/limit-to.ts';
import { feedUrl, makeFeed, removeFeed } from '../calendar-feed.ts';

export const calendarFeed: HandlerOf<Contract['calendarFeed'], AccountContext> = {
  access: 'admin',
  limit: byAccount('ownPages'),
  schema: z.void(),
  run: async (_, context) => ({ url: await feedUrl(context, (await signedInOf(context)).account) }),
};

const onPage = { access: 'admin', limit: byAccount('administer'), page: CALENDAR_PATH } as const;

export const makeCalendarFeed = accountForm('makeCalendarFeed', {
  ...onPage,
  async run(_, context) {
    const { account } = await signedInOf(context);
    const isFirst = (await feedUrl(context, account)) === null;
    await makeFeed(context, account, causeOf(context));
    return done(CALENDAR_PATH, isFirst ? 'calendar-feed-made' : 'calendar-feed-replaced');
  },
});

export const removeCalendarFeed = accountForm('removeCalendarFeed', {
  ...onPage,
  async run(_, context) {
    await removeFeed(context, (await signedInOf(context)).account, causeOf(context));
    return done(CALENDAR_PATH, 'calendar-feed-removed');
  },
});
