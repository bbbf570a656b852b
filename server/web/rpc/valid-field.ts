import type { z } from 'zod';

/**
 * The value of a form's field if its schema accepts it. The address of a page is built only from such values, so that a refused
 * form redirects to its page whatever it contains.
 */
export function validField<Value>(form: URLSearchParams, name: string, schema: z.ZodType<Value>): Value | undefined {
  const { data } = schema.safeParse(form.get(name) ?? undefined);
  return data;
}
