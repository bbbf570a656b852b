/** What browsers of the last two and a half years may lack, as the table in `docs/promises.md` says. */
export interface Lacking {
  /** The first cell of its row. */
  readonly name: string;
  /** Script APIs, as paths from `window`. */
  readonly scripts?: readonly string[];
  /** Words of style sheets and documents. */
  readonly words?: RegExp;
  /** The condition of a style sheet that holds in browsers without it. */
  readonly fallback?: RegExp;
}

/** In the order of the table. */
export const LACKING: readonly Lacking[] = [
  { name: 'Navigation API', scripts: ['navigation', 'Navigation'] },
  {
    name: 'Page timing',
    scripts: [
      'PerformanceEventTiming',
      'LargestContentfulPaint',
      'LayoutShift',
      'requestIdleCallback',
      'cancelIdleCallback',
    ],
  },
  {
    name: 'View transitions',
    scripts: ['Document.prototype.startViewTransition', 'ViewTransition', 'CSSViewTransitionRule'],
    words: /(?<=@|::)view-transition/g,
  },
  { name: 'Speculation rules', words: /(?<=type=")speculationrules/g },
  { name: 'Popover dismissal', words: /(?<=popover=")auto/g },
  { name: '`details name`', words: /(?<=<details )name/g },
  { name: 'Anchor positioning', words: /\banchor(?=\()/g },
  { name: '`field-sizing`', words: /field-sizing(?=:)/g },
  { name: '`text-wrap: pretty`', words: /text-wrap(?=:pretty)/g },
  { name: '`@page`', words: /(?<=@)page(?=\{)/g },
  { name: '`@property`', words: /(?<=@)property(?= )/g, fallback: /(?<=@supports )\(\(\(-webkit-hyphens:[^{]*/g },
  { name: '`:open`', words: /(?<=,:)open(?=\))/g },
  { name: '`accent-color`', words: /accent-color(?=:)/g },
];

/** The text as a browser without all of that reads it: with words that it doesn't know. */
export function withoutLacking(text: string): string {
  return LACKING.reduce((rest, { words, fallback }) => {
    const older = words ? rest.replaceAll(words, 'lacking') : rest;
    return fallback ? older.replaceAll(fallback, '(color:red)') : older;
  }, text);
}
