import type { contract } from '#shared/contract.ts';
import { Rejected } from '#shared/refusals.ts';
import type { InputOf, OutputOf } from '#shared/rpc.ts';
import { endingWith } from '../../open-streams.ts';
import type { Handler } from '../handler.ts';
import { knownAs } from '../known-customer.ts';
import { ownHold } from '../own-hold.ts';
import { availability } from './availability.ts';

type Procedure = (typeof contract)['availabilityLive'];

export const availabilityLive: Handler<InputOf<Procedure>, OutputOf<Procedure>> = {
  schema: availability.schema,
  isSentPlain: true,
  run(range, context) {
    const { streams, request } = context;
    const leave = streams.enter(request.networks, () => knownAs(context));
    if (!leave) throw new Rejected('busy');
    const own = ownHold(context);
    const signal = AbortSignal.any([request.signal, streams.closing]);
    return endingWith((ending) => context.liveAvailability.view(range, own, ending), signal, leave);
  },
};
