import { z } from 'zod';

/** If a parameter is repeated, the first value counts. */
export function nullIfInvalid<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (Array.isArray(value) ? value[0] : value), schema.nullable()).catch(null);
}

/** The address of a refused form's page has only such values, so it is valid whatever the form contains. */
export function validField<Value>(form: URLSearchParams, name: string, schema: z.ZodType<Value>): Value | undefined {
  return schema.safeParse(form.get(name) ?? undefined).data;
}
