import { z } from 'zod';
import type { contract } from '#shared/contract.ts';
import type { InputOf, OutputOf } from '#shared/rpc.ts';
import { nextOpen as readNextOpen } from '../../bookings/availability.ts';
import type { Handler } from '../handler.ts';
import { ownHold } from '../own-hold.ts';

type Procedure = (typeof contract)['nextOpen'];

export const nextOpen: Handler<InputOf<Procedure>, OutputOf<Procedure>> = {
  schema: z.void(),
  run: (_, context) => readNextOpen(context, ownHold(context)),
};
