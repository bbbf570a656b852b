import type { Handler } from 'hono';

/** Responds with 405 to an existing address that was requested with another method. */
export function allowOnly(...methods: readonly string[]): Handler {
  const allow = methods.join(', ');
  return (c) => c.text(`This address takes only ${methods.join(' and ')}.`, 405, { allow });
}
