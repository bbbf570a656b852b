import type { Handler } from 'hono';

/** Answers for an address that is there, but not for the method it was asked with. */
export function only(...methods: readonly string[]): Handler {
  const allow = methods.join(', ');
  return (c) => c.text(`This address takes only ${methods.join(' and ')}.`, 405, { allow });
}
