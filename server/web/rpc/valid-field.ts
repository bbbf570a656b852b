import type { z } from 'zod';

/**
 * The value of a form's field, when its schema takes it. The address of a page is built from nothing else: a refused form
 * leads back to its page whatever it holds.
 */
export function validField<Value>(form: URLSearchParams, name: string, schema: z.ZodType<Value>): Value | undefined {
  const { data } = schema.safeParse(form.get(name) ?? undefined);
  return data;
}
