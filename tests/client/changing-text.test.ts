/**
 * Translators of browsers replace each text node by an element. React keeps the node that it made: it changes a text that nobody sees, and
 * throws when it removes the node or inserts something before it. Text that is all of an element's content survives, because React then sets
 * `textContent`. So text that can change has an element of its own, or is one string.
 */
import { globSync, readFileSync } from 'node:fs';
import { type ESTree, Visitor, parseSync } from 'vite';
import { expect, test } from 'vitest';

type Parent = ESTree.JSXElement | ESTree.JSXFragment;

/** The texts of a file that break in a translated page. */
function fragileTexts(code: string): string[] {
  const { program } = parseSync('page.tsx', code, { preserveParens: false });
  const found: string[] = [];
  /** The names of the functions around; none for functions that are no components. */
  const components: string[] = [];
  const report = ({ start, end }: ESTree.Span) => void found.push(code.slice(start, end));

  function mayBeText(value: ESTree.Node | null | undefined): boolean {
    switch (value?.type) {
      case undefined:
      case 'JSXElement':
      case 'JSXEmptyExpression':
        return false;
      case 'JSXExpressionContainer':
        return mayBeText(value.expression);
      case 'JSXText':
        return true;
      case 'JSXFragment':
        return contentOf(value).some(mayBeText);
      case 'Literal':
        return typeof value.value === 'string' || typeof value.value === 'number';
      case 'ConditionalExpression':
        return mayBeText(value.consequent) || mayBeText(value.alternate);
      case 'LogicalExpression':
        return mayBeText(value.right) || (value.operator !== '&&' && mayBeText(value.left));
      case 'Identifier':
        return !isElements(value.name);
      case 'CallExpression': {
        if (value.callee.type === 'Identifier') return !isElements(value.callee.name);
        const each = isList(value) ? value.arguments[0] : undefined;
        if (each?.type !== 'ArrowFunctionExpression') return true;
        const { body } = each;
        return body.type === 'BlockStatement'
          ? body.body.some((statement) => statement.type === 'ReturnStatement' && mayBeText(statement.argument))
          : mayBeText(body);
      }
      default:
        return true;
    }
  }

  /** Whether the file declares the name as an element, or with a type that excludes text. */
  function isElements(name: string): boolean {
    return new RegExp(
      String.raw`\bconst ${name} = \(?\s*<|\b${name}\??: (?:\(.*\) => )?(?:Elements|ReactElement)\b`,
    ).test(code);
  }

  /** Whether the expression names anything but constants and functions. */
  function isChanging({ start, end }: ESTree.Span): boolean {
    const names = code
      .slice(start, end)
      .replaceAll(/(['"]).*?\1/g, '')
      .matchAll(/(?<![.\w])[a-z_$][\w$]*(?!\w*\()/gi);
    return [...names].some(([name]) => !/^[A-Z_]+$/.test(name));
  }

  function look(parent: Parent): void {
    const isFragment = parent.type === 'JSXFragment';
    const content = contentOf(parent);
    for (const [index, child] of content.entries()) {
      if (!mayBeText(child)) continue;
      const before = content[index - 1];
      const isAlone =
        !isFragment && content.length === 1 && !(child.type === 'JSXExpressionContainer' && isList(child.expression));
      if (isStatic(child)) {
        if (isFragment || (before && isOptional(before))) report(child);
      } else if (!isAlone && isChanging(child)) report(child);
    }
  }

  new Visitor({
    JSXElement: look,
    JSXFragment: look,
    FunctionDeclaration: ({ id }) => void components.push(/^[A-Z]/.test(id?.name ?? '') ? id!.name : ''),
    'FunctionDeclaration:exit': () => void components.pop(),
    ArrowFunctionExpression: () => void components.push(''),
    'ArrowFunctionExpression:exit': () => void components.pop(),
    FunctionExpression: () => void components.push(''),
    'FunctionExpression:exit': () => void components.pop(),
    ReturnStatement(statement) {
      // A component that is a text has siblings where it is used.
      if (components.at(-1) && mayBeText(statement.argument)) report(statement);
    },
  }).visit(program);
  return found;
}

/** Without what JSX drops. */
function contentOf({ children }: Parent) {
  return children.filter((child) => {
    if (child.type === 'JSXText') return /\S/.test(child.value) || !child.value.includes('\n');
    return child.type !== 'JSXExpressionContainer' || child.expression.type !== 'JSXEmptyExpression';
  });
}

function isStatic(child: ESTree.JSXChild): boolean {
  return child.type === 'JSXText' || (child.type === 'JSXExpressionContainer' && child.expression.type === 'Literal');
}

/** Whether each item of a list becomes a child. */
function isList(value: ESTree.Node): value is ESTree.CallExpression {
  return (
    value.type === 'CallExpression' &&
    value.callee.type === 'MemberExpression' &&
    value.callee.property.type === 'Identifier' &&
    /^(?:flatMap|map)$/.test(value.callee.property.name)
  );
}

/** Whether there may be nothing in the child's place. */
function isOptional(child: ESTree.JSXChild): boolean {
  if (child.type !== 'JSXExpressionContainer') return false;
  const { expression } = child;
  return isList(expression) || ['ConditionalExpression', 'LogicalExpression'].includes(expression.type);
}

test.each([
  ['a changing text with siblings', '<p>{price} in total</p>', ['{price}']],
  ['one in a fragment', '<>{price}</>', ['{price}']],
  ['a text that comes and goes', '<p>Now {isLate ? "late" : null}</p>', ['{isLate ? "late" : null}']],
  ['a text in a fragment', 'isLate ? <>late</> : null', ['late']],
  ['a text behind an element that comes and goes', '<p>{isLate ? <b>late</b> : null} in total</p>', [' in total']],
  ['texts of a list', '<p>{days.map((day) => day.name)}</p>', ['{days.map((day) => day.name)}']],
  ['one string', '<p>{`${price} in total`}</p>', []],
  ['an element of its own', '<p><span>{price}</span> in total</p>', []],
  ['a text that never changes', '<p>{formatCents(PRICES["full-day"])} in total</p>', []],
  ['an element that comes and goes behind a text', '<p>Now{isLate ? <b>late</b> : null}</p>', []],
])('%s', (_, code, expected) => {
  expect(fragileTexts(`const shown = ${code};`)).toEqual(expected);
});

test('a component that returns a text is fragile', () => {
  expect(fragileTexts('function Words({ text }) { return text; }')).toEqual(['return text;']);
});

test('no page has a text that breaks once it is translated', () => {
  // Neither the components page nor the cards, which are pictures, have scripts.
  const files = globSync('client/**/*.tsx', { exclude: ['client/dev/**', 'client/marketing/cards/**'] });
  const found = files.flatMap((file) => fragileTexts(readFileSync(file, 'utf8')).map((text) => `${file}: ${text}`));
  expect(files.length).toBeGreaterThan(100);
  expect(found).toEqual([]);
});
