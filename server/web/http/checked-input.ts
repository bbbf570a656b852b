import { z } from 'zod';

/** A validated parameter or field: null if it is missing or malformed. If it is repeated, the first value counts. */
export function nullIfInvalid<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (Array.isArray(value) ? value[0] : value), schema.nullable()).catch(null);
}

/**
 * The value of a form's field if its schema accepts it. The address of the page that answers a form is built only from such values, so
 * that it is valid whatever the form contains.
 */
export function validField<Value>(form: URLSearchParams, name: string, schema: z.ZodType<Value>): Value | undefined {
  return schema.safeParse(form.get(name) ?? undefined).data;
}
