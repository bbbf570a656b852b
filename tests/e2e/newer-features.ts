/** A feature that not all browsers of the last two and a half years have. */
interface NewerFeature {
  /** As `docs/promises.md` lists it. */
  readonly name: string;
  /** Script APIs, as paths from `window`. */
  readonly scripts?: readonly string[];
  /** Its names in style sheets and documents. */
  readonly words?: RegExp;
  /** A condition in style sheets that is true in browsers without it. */
  readonly fallback?: RegExp;
}

/** In the order of `docs/promises.md`. */
export const NEWER_FEATURES: readonly NewerFeature[] = [
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

/** Renames the features in a style sheet or document, so that a browser ignores them. */
export function removeNewerFeatures(text: string): string {
  return NEWER_FEATURES.reduce((rest, { words, fallback }) => {
    const older = words ? rest.replaceAll(words, 'unknown') : rest;
    return fallback ? older.replaceAll(fallback, '(color:red)') : older;
  }, text);
}
