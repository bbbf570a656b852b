import type { RefusalName } from '#shared/calls/refusals.ts';

export interface Refusal {
  readonly refusal: RefusalName;
}

export function refuse(refusal: RefusalName): Refusal {
  return { refusal };
}

export function isRefusal(value: object): value is Refusal {
  return 'refusal' in value;
}
