import { z } from 'zod';
import { civilDate } from '#shared/booking/booking-details.ts';
import type { Contract } from '#shared/calls/contract.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import { cleanLine } from '#shared/typed-text.ts';
import type { AccountContext } from '../../accounts/context.ts';
import type { HandlerOf } from '../../web/rpc/handler.ts';
import { byAccount } from '../../web/rpc/limit-to.ts';
import { liveEvents } from '../live-events.ts';
import { logEvents as readEvents } from '../log-events.ts';

type Call<Name extends keyof Contract> = HandlerOf<Contract[Name], AccountContext>;

const date = civilDate('not a date');
const filter = {
  type: z.string().max(64).exactOptional(),
  stream: z.string().overwrite(cleanLine).max(200).exactOptional(),
};

export const logEvents: Call<'logEvents'> = {
  access: 'admin',
  limit: byAccount('ownPages'),
  schema: z.strictObject({
    ...filter,
    from: date.exactOptional(),
    to: date.exactOptional(),
    before: z.int().min(1).exactOptional(),
  }),
  run: (query, context) => readEvents(context, query),
};

export const logEventsLive: Call<'logEventsLive'> = {
  access: 'admin',
  limit: byAccount('ownPages'),
  schema: z.strictObject({ ...filter, after: z.int().min(0) }),
  async run(from, context) {
    const { streams, request } = context;
    const signal = streams.open(request.network, request.ending.signal);
    if (!signal) throw new Rejected('busy');
    return liveEvents(context, from, signal);
  },
};
