import { z } from 'zod';

/** A validated parameter of the address: null if it is missing or malformed. If it is repeated, the first value counts. */
export function fromAddress<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (Array.isArray(value) ? value[0] : value), schema.nullable()).catch(null);
}

/** A validated field of a form: null if it is missing or malformed. If it is repeated, the last value counts. */
export function fromForm<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (Array.isArray(value) ? value.at(-1) : value), schema.nullable()).catch(null);
}
