import { z } from 'zod';
import { CALENDAR_PATH } from '#shared/owner/schedule.ts';
import { signedInOf } from '../../web/rpc/handler.ts';
import { feedUrl, makeFeed, removeFeed } from '../calendar-feed.ts';
import { ownerCommand, ownerForm, ownerQuery } from './handlers.ts';

export const calendarFeed = ownerQuery<'calendarFeed'>(z.void(), async (_, context) => ({
  url: await feedUrl(context, (await signedInOf(context)).account),
}));

export const makeCalendarFeed = ownerForm('makeCalendarFeed', {
  page: CALENDAR_PATH,
  async run(_, context, { by, cause }) {
    const isFirst = (await feedUrl(context, by)) === null;
    await makeFeed(context, by, cause);
    return isFirst ? 'calendar-feed-made' : 'calendar-feed-replaced';
  },
});

export const removeCalendarFeed = ownerCommand(
  'removeCalendarFeed',
  CALENDAR_PATH,
  'calendar-feed-removed',
  (context, { by }, cause) => removeFeed(context, by, cause),
);
