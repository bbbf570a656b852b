/** RFC 3986 section 6.2.2.2: equivalent when unescaped. */
const NEEDLESSLY_ESCAPED = /%(?:2[de]|3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\dae])/gi;

const CASED = /^\/(?:_serverFn|assets|manage|calendar|webhooks|dev)\//i;

/** Escapes are matched first: their hexadecimal digits may be in either case. */
const ESCAPE_OR_LETTERS = /%..|[A-Z]+/g;

/** Ends of sentences, brackets and quotations that mail programs and people add to a link. */
const MARKS = Array.from('.,;:!*\'")]}> \u00a0’”');

const ENDS: ReadonlySet<string> = new Set(['/', ...MARKS, ...MARKS.map((mark) => escaped(mark))]);

const LENGTHS = [1, 3, 6, 9];

function escaped(mark: string): string {
  return Array.from(new TextEncoder().encode(mark), (byte) => `%${byte.toString(16)}`).join('');
}

export function withoutTextBehind(link: string): string {
  const endOf = (text: string) => LENGTHS.find((length) => ENDS.has(text.slice(-length).toLowerCase()));
  let plain = link;
  for (let length = endOf(plain); length !== undefined; length = endOf(plain)) plain = plain.slice(0, -length);
  return plain;
}

/** Lower case, no needless escapes, single slashes, no trailing marks. */
export function canonicalPath(pathname: string): string {
  const plain = pathname.replaceAll(NEEDLESSLY_ESCAPED, (escaped) => decodeURIComponent(escaped));
  // Browsers read `//` at the start as a host.
  const folded = plain.replaceAll(/[/\\]+/g, '/');
  const path = withoutTextBehind(folded) || '/';
  return CASED.test(path)
    ? path
    : path.replaceAll(ESCAPE_OR_LETTERS, (part) => (part.startsWith('%') ? part : part.toLowerCase()));
}
