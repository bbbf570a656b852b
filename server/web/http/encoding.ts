import { parseAccept } from 'hono/utils/accept';

/** Codings of content that is cached or streamed, the smallest first. */
const CODINGS = ['br', 'gzip'] as const;

export type Coding = (typeof CODINGS)[number];

/** Codings of content that is compressed for one request, the quickest first. */
export const CODINGS_AT_ONCE = ['zstd', ...CODINGS] as const;

/**
 * The best content coding by a client's `Accept-Encoding` (RFC 9110 section 12.5.3); null for none, also when it accepts none of
 * these. Of equally preferred ones, the first.
 */
export function chooseCoding(accepted: string | undefined): Coding | null;
export function chooseCoding<Offered extends string>(
  accepted: string | undefined,
  codings: readonly Offered[],
): Offered | null;
export function chooseCoding(accepted: string | undefined, codings: readonly string[] = CODINGS): string | null {
  const offers = new Map(parseAccept(accepted ?? '').map(({ type, q }) => [type.toLowerCase(), q]));
  const quality = (coding: string) => offers.get(coding) ?? offers.get('*') ?? 0;
  const [best] = codings.filter((coding) => quality(coding) > 0).toSorted((a, b) => quality(b) - quality(a));
  const plain = offers.get('identity') ?? 0;
  return best !== undefined && quality(best) >= plain ? best : null;
}
