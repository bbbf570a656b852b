import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { searchWords } from '#shared/search-text.ts';

/** Each word must occur. An empty search matches all rows, punctuation alone none. */
export function matchesSearch(search: string): RawBuilder<SqlBool> {
  const words = searchWords(search);
  if (words.length === 0) return search.trim() === '' ? sql`TRUE` : sql`FALSE`;
  // Needs no escaping: `searchWords` leaves no % or _ in a word.
  return sql.join(
    words.map((word) => sql`search_key LIKE ${`%${word}%`}`),
    sql` AND `,
  );
}
