/** The call of the owner's statistics. */
import { z } from 'zod';
import type { Contract } from '#shared/calls/contract.ts';
import { isStatsMonth } from '#shared/owner/stats.ts';
import type { AccountContext } from '../../accounts/context.ts';
import type { HandlerOf } from '../../web/rpc/handler.ts';
import { byAccount } from '../../web/rpc/limit-to.ts';
import { systemStats } from '../stats.ts';

type Call<Name extends keyof Contract> = HandlerOf<Contract[Name], AccountContext>;

export const stats: Call<'stats'> = {
  access: 'admin',
  limit: byAccount('ownPages'),
  schema: z.strictObject({ month: z.string().refine(isStatsMonth, 'not a month').exactOptional() }),
  run: (query, context) => systemStats(context, query),
};
