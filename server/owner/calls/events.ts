import { z } from 'zod';
import { civilDate } from '#shared/booking/booking-details.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import { cleanLine } from '#shared/typed-text.ts';
import { liveEvents, logEvents as readEvents } from '../log-events.ts';
import { ownerQuery } from './handlers.ts';

const date = civilDate('not a date').exactOptional();
const filter = {
  type: z.string().max(64).exactOptional(),
  stream: z.string().overwrite(cleanLine).max(200).exactOptional(),
};

export const logEvents = ownerQuery<'logEvents'>(
  z.strictObject({ ...filter, from: date, to: date, before: z.int().min(1).exactOptional() }),
  (query, context) => readEvents(context, query),
);

export const logEventsLive = ownerQuery<'logEventsLive'>(
  z.strictObject({ ...filter, after: z.int().min(0) }),
  async (from, context) => {
    const { streams, request } = context;
    const signal = streams.open(request.network, request.ending.signal);
    if (!signal) throw new Rejected('busy');
    return liveEvents(context, from, signal);
  },
);
