import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { searchWords } from '#shared/search-text.ts';

/** Whether `search_key` has each word of a search, in any order. All rows are found without a search, and none by punctuation alone. */
export function isFound(search: string): RawBuilder<SqlBool> {
  const words = searchWords(search);
  if (words.length === 0) return search.trim() === '' ? sql`TRUE` : sql`FALSE`;
  // Words have no wildcards.
  return sql.join(
    words.map((word) => sql`search_key LIKE ${`%${word}%`}`),
    sql` AND `,
  );
}
