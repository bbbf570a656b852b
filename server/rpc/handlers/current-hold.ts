import { z } from 'zod';
import type { contract } from '#shared/contract.ts';
import type { InputOf, OutputOf } from '#shared/rpc.ts';
import { currentHold as readHold } from '../../bookings/read.ts';
import type { Handler } from '../handler.ts';
import { ownHold } from '../own-hold.ts';

type Procedure = (typeof contract)['currentHold'];

export const currentHold: Handler<InputOf<Procedure>, OutputOf<Procedure>> = {
  schema: z.void(),
  run: (_, context) => readHold(context, ownHold(context)),
};
