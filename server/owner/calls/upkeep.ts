/** The calls of the owner's page of upkeep. */
import { z } from 'zod';
import type { Contract } from '#shared/calls/contract.ts';
import { Rejected } from '#shared/calls/refusals.ts';
import { UPKEEP_PATH } from '#shared/owner/upkeep.ts';
import { accountForm, done } from '../../accounts/calls/account-form.ts';
import type { AccountContext } from '../../accounts/context.ts';
import { endingWith } from '../../web/limits/open-streams.ts';
import type { HandlerOf } from '../../web/rpc/handler.ts';
import { byAccount, limitedByAccount } from '../../web/rpc/limit-to.ts';
import { liveUpkeep, startUpkeep as start, upkeep as readUpkeep } from '../upkeep.ts';

type Call<Name extends keyof Contract> = HandlerOf<Contract[Name], AccountContext>;

export const upkeep: Call<'upkeep'> = {
  access: 'admin',
  limitByInput: byAccount('ownPages'),
  schema: z.void(),
  run: (_, context) => readUpkeep(context),
};

export const upkeepLive: Call<'upkeepLive'> = {
  access: 'admin',
  limitByInput: byAccount('ownPages'),
  schema: z.void(),
  isSentPlain: true,
  async run(_, context) {
    const { streams, request } = context;
    const leave = await streams.enter(request.networks, () => context.knownAs());
    if (!leave) throw new Rejected('busy');
    const signal = AbortSignal.any([request.signal, streams.closing]);
    return endingWith((ending) => liveUpkeep(context, ending), signal, leave);
  },
};

export const startUpkeep = accountForm('startUpkeep', {
  access: 'admin',
  ...limitedByAccount('administer'),
  page: UPKEEP_PATH,
  run({ task }, context) {
    start(context, task);
    return done(UPKEEP_PATH, 'upkeep-started');
  },
});
