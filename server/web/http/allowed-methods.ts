import type { Handler } from 'hono';

export function allowOnly(...methods: readonly string[]): Handler {
  const allow = methods.join(', ');
  return (c) => c.text(`This address takes only ${methods.join(' and ')}.`, 405, { allow });
}
