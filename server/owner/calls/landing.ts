/** The calls of the owner's first page. */
import { z } from 'zod';
import type { Contract } from '#shared/calls/contract.ts';
import type { AccountContext } from '../../accounts/context.ts';
import type { HandlerOf } from '../../web/rpc/handler.ts';
import { byAccount } from '../../web/rpc/limit-to.ts';
import { needsAttention as readAttention } from '../needs-attention.ts';
import { nearVisits as readVisits } from '../near-visits.ts';

type Call<Name extends keyof Contract> = HandlerOf<Contract[Name], AccountContext>;

export const nearVisits: Call<'nearVisits'> = {
  access: 'admin',
  limitByInput: byAccount('ownPages'),
  schema: z.void(),
  run: (_, context) => readVisits(context),
};

export const needsAttention: Call<'needsAttention'> = {
  access: 'admin',
  limitByInput: byAccount('ownPages'),
  schema: z.void(),
  run: (_, context) => readAttention(context),
};
