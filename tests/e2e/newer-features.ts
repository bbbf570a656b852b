/** A feature that not all browsers of the last two and a half years have. */
interface NewerFeature {
  /** As `docs/promises.md` lists it. */
  readonly name: string;
  /** Paths of its script APIs, from `window`. */
  readonly apis?: readonly string[];
  /** Its syntax in style sheets and HTML. */
  readonly syntax?: RegExp;
  /** The condition of a style sheet's fallback for browsers without it. */
  readonly fallback?: RegExp;
}

/** In the order of `docs/promises.md`. */
export const NEWER_FEATURES: readonly NewerFeature[] = [
  { name: 'Navigation API', apis: ['navigation', 'Navigation'] },
  {
    name: 'Page timing',
    apis: [
      'PerformanceEventTiming',
      'LargestContentfulPaint',
      'LayoutShift',
      'requestIdleCallback',
      'cancelIdleCallback',
    ],
  },
  {
    name: 'View transitions',
    apis: ['Document.prototype.startViewTransition', 'ViewTransition', 'CSSViewTransitionRule'],
    syntax: /(?<=@|::)view-transition/g,
  },
  { name: 'Speculation rules', syntax: /(?<=type=")speculationrules/g },
  { name: '`rel="expect"`', syntax: /(?<=rel=")expect/g },
  { name: 'Popover dismissal', syntax: /(?<=popover=")auto/g },
  { name: '`details name`', syntax: /(?<=<details )name/g },
  { name: 'Anchor positioning', syntax: /\banchor(?=\()/g },
  { name: '`field-sizing`', syntax: /field-sizing(?=:)/g },
  { name: '`text-wrap: pretty`', syntax: /text-wrap(?=:pretty)/g },
  { name: '`@page`', syntax: /(?<=@)page(?=\{)/g },
  { name: '`@property`', syntax: /(?<=@)property(?= )/g, fallback: /(?<=@supports )\(\(\(-webkit-hyphens:[^{]*/g },
  { name: '`:open`', syntax: /(?<=,:)open(?=\))/g },
  { name: '`accent-color`', syntax: /accent-color(?=:)/g },
];

/** Renames the features in a style sheet or HTML, so that a browser ignores them. */
export function removeNewerFeatures(text: string): string {
  return NEWER_FEATURES.reduce((rest, { syntax, fallback }) => {
    const older = syntax ? rest.replaceAll(syntax, 'unknown') : rest;
    return fallback ? older.replaceAll(fallback, '(color:red)') : older;
  }, text);
}
