/** The rules of a style sheet that show or hide elements, for a window of some width without scripts. */

export interface Viewport {
  readonly width: number;
  readonly height: number;
}

export interface DisplayRule {
  readonly selector: string;
  readonly display: string;
}

interface Declared extends DisplayRule {
  readonly rank: number;
}

const LAYERS = ['theme', 'base', 'components', 'utilities'];
const UNLAYERED = LAYERS.length;
const IMPORTANT = UNLAYERED + 1;
const PX_PER_REM = 16;

/** The rules that apply, strongest first. Of two in one layer the later one is the stronger. */
export function displayRules(css: string, viewport: Viewport): DisplayRule[] {
  return [...collect(css.replaceAll(/\/\*.*?\*\//gs, ''), viewport, UNLAYERED)]
    .toReversed()
    .toSorted((one, other) => other.rank - one.rank);
}

function* collect(css: string, viewport: Viewport, rank: number): Generator<Declared> {
  for (const { head, body } of blocks(css)) {
    const [, rule = '', condition = ''] = /^@([\w-]+)\s*(.*)$/s.exec(head) ?? [];
    if (rule === 'layer') yield* collect(body, viewport, LAYERS.indexOf(condition));
    else if (rule === 'supports') yield* collect(body, viewport, rank);
    else if (rule === 'media' && holds(condition, viewport)) yield* collect(body, viewport, rank);
    else if (rule === '') yield* declared(head, body, rank);
  }
}

function* declared(head: string, body: string, rank: number): Generator<Declared> {
  const [, display, important] = /(?:^|[;{\s])display:\s*([\w-]+)\s*(!important)?/.exec(body) ?? [];
  if (display === undefined) return;
  for (const selector of split(head, ',')) {
    if (!/::|:first-letter/.test(selector)) yield { selector, display, rank: important ? IMPORTANT : rank };
  }
}

/** Top-level blocks with what is before each. */
function* blocks(css: string): Generator<{ head: string; body: string }> {
  let start = 0;
  let open = 0;
  let depth = 0;
  for (const { index, character } of characters(css)) {
    if (character === '{' && depth++ === 0) open = index;
    if (character === ';' && depth === 0) start = index + 1;
    if (character === '}' && --depth === 0) {
      yield { head: css.slice(start, open).trim(), body: css.slice(open + 1, index) };
      start = index + 1;
    }
  }
}

/** Characters that are neither escaped nor in a string. */
function* characters(css: string): Generator<{ index: number; character: string }> {
  let quote = '';
  for (let index = 0; index < css.length; index++) {
    const character = css.charAt(index);
    if (character === '\\') index += 1;
    else if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else yield { index, character };
  }
}

/** Parts of a selector or a condition between top-level separators. */
export function split(text: string, separator: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (const { index, character } of characters(text)) {
    if (/[([]/.test(character)) depth += 1;
    if (/[)\]]/.test(character)) depth -= 1;
    if (depth > 0 || !text.startsWith(separator, index)) continue;
    parts.push(text.slice(start, index).trim());
    start = index + separator.length;
  }
  return [...parts, text.slice(start).trim()].filter((part) => part !== '');
}

/** Whether a media condition is true. What is unknown, such as print or forced colors, is not. */
function holds(condition: string, viewport: Viewport): boolean {
  const choices = split(condition, ',');
  if (choices.length > 1) return choices.some((choice) => holds(choice, viewport));
  const parts = split(condition, ' and ');
  const [first = ''] = parts;
  if (first === 'not all') return !holds(parts.slice(1).join(' and '), viewport);
  if (parts.length > 1) return parts.every((part) => holds(part, viewport));
  if (/^\(\(.*\)\)$/.test(first)) return holds(first.slice(1, -1), viewport);
  const [, side, comparison, rem] = /^\((width|height)(>=|<)([\d.]+)rem\)$/.exec(first) ?? [];
  if (side !== 'width' && side !== 'height') return first === 'screen' || first === '(scripting:none)';
  const isLess = viewport[side] < Number(rem) * PX_PER_REM;
  return comparison === '<' ? isLess : !isLess;
}
