import { parseAccept } from 'hono/utils/accept';

/** The smallest first. */
const CODINGS = ['br', 'gzip'] as const;

export type Coding = (typeof CODINGS)[number];

/**
 * The best content coding by a client's `Accept-Encoding` (RFC 9110 section 12.5.3); null for none, also when it accepts none of
 * these. Of equally preferred ones, the first.
 */
export function chooseCoding(accepted: string | undefined): Coding | null {
  const offers = new Map(parseAccept(accepted ?? '').map(({ type, q }) => [type.toLowerCase(), q]));
  const quality = (coding: string) => offers.get(coding) ?? offers.get('*') ?? 0;
  const [best] = CODINGS.filter((coding) => quality(coding) > 0).toSorted((a, b) => quality(b) - quality(a));
  const plain = offers.get('identity') ?? 0;
  return best !== undefined && quality(best) >= plain ? best : null;
}
