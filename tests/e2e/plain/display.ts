/** Which elements of a page without script are rendered, and how. */
import { type DisplayRule, split } from './display-rules.ts';

const INLINE = new Set(
  'a abbr b bdi cite code data dfn em i kbd label mark q s samp small span strong sub sup time u svg'.split(' '),
);
const INLINE_BLOCK = new Set(['button', 'img', 'input', 'meter', 'progress', 'select', 'textarea']);
const NEVER_SHOWN = new Set(['head', 'link', 'meta', 'script', 'style', 'template', 'title']);
/** Classes of absolutely placed elements, which are blocks. */
const PLACED = '.sr-only, .absolute, .fixed';
const CELLS = new Set(['td', 'th']);

interface Ranked extends DisplayRule {
  readonly rank: number;
}

/** An open popover is one that was opened here: a page without script has none of its own. */
export class Display {
  readonly openPopovers = new WeakSet<Element>();
  readonly #rules = new Map<string, Ranked[]>();

  /** The rules are in order, strongest first. */
  constructor(rules: readonly DisplayRule[]) {
    for (const [rank, rule] of rules.entries()) {
      const subject = [' ', '>', '+', '~'].reduce((rest, mark) => split(rest, mark).at(-1) ?? '', rule.selector);
      const [key = '*'] = /(?<=^\.)(?:\\.|[\w-])+|^[a-z][\w-]*/.exec(subject) ?? [];
      const plain = key.replaceAll('\\', '');
      this.#rules.set(plain, [...(this.#rules.get(plain) ?? []), { ...rule, rank }]);
    }
  }

  /** The computed `display` of one element. */
  of(element: Element): string {
    const tag = element.localName;
    if (NEVER_SHOWN.has(tag) || this.#isShut(element)) return 'none';
    const keys = [...element.classList, tag, '*'];
    const [rule] = keys
      .flatMap((key) => this.#rules.get(key) ?? [])
      .filter(({ selector }) => element.matches(selector))
      .toSorted((one, other) => one.rank - other.rank);
    return rule?.display ?? initial(tag);
  }

  /** Whether an element and all around it are rendered. */
  isShown(element: Element): boolean {
    for (let each: Element | null = element; each; each = each.parentElement) {
      if (this.of(each) === 'none' || isFoldedAway(each)) return false;
    }
    return true;
  }

  /** Whether an element starts on a line of its own. */
  isBlock(element: Element): boolean {
    const around = element.parentElement && this.of(element.parentElement);
    if ((around !== null && /flex|grid/.test(around)) || element.matches(PLACED)) return true;
    return !/^(?:inline|contents|table-cell)/.test(this.of(element));
  }

  #isShut(element: Element): boolean {
    if (element.hasAttribute('hidden')) return true;
    if (element.localName === 'input') return element.getAttribute('type') === 'hidden';
    return element.hasAttribute('popover') && !this.openPopovers.has(element);
  }
}

/** Whether an element is in a closed fold, outside of its summary. */
function isFoldedAway(element: Element): boolean {
  const around = element.parentElement;
  if (around?.localName !== 'details' || around.hasAttribute('open')) return false;
  return element !== around.querySelector(':scope > summary');
}

function initial(tag: string): string {
  if (CELLS.has(tag)) return 'table-cell';
  if (INLINE.has(tag)) return 'inline';
  return INLINE_BLOCK.has(tag) ? 'inline-block' : 'block';
}
