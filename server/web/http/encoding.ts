import { parseAccept } from 'hono/utils/accept';

/** From the smallest on. */
const CODINGS = ['br', 'gzip'] as const;

export type Coding = (typeof CODINGS)[number];

/**
 * The coding in which a client wants its answer, as its `Accept-Encoding` says (RFC 9110 section 12.5.3); null for none, also
 * when it takes nothing that we have. Of two that it wants alike, the smaller.
 */
export function chooseCoding(accepted: string | undefined): Coding | null {
  const offers = new Map(parseAccept(accepted ?? '').map(({ type, q }) => [type.toLowerCase(), q]));
  const quality = (coding: string) => offers.get(coding) ?? offers.get('*') ?? 0;
  const [best] = CODINGS.filter((coding) => quality(coding) > 0).toSorted((a, b) => quality(b) - quality(a));
  const plain = offers.get('identity') ?? 0;
  return best !== undefined && quality(best) >= plain ? best : null;
}
