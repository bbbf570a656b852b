import MagicString from 'magic-string';
import { type Plugin, Visitor, parseSync } from 'vite';

/** Makes the function behind it part of a longer expression. */
const PREFIX = 'false ? 0 : ';

/**
 * Rewrites functions that are assigned to a property (`this.load = () => …`). V8 takes the property for a method that lasts, and makes such a
 * function among the old objects; there it keeps everything that it refers to until the next major collection. A library that makes some
 * for each request (the router makes forty) so leaves a request's router and data behind, 20 kB and more. V8 looks only at a function that
 * is itself the assigned expression; as part of another one it is made among the young objects, and means the same.
 */
export function youngFunctions(code: string): MagicString {
  const rewritten = new MagicString(code);
  const { program } = parseSync('chunk.js', code);
  new Visitor({
    AssignmentExpression({ operator, left, right }) {
      const isMethod = right.type === 'ArrowFunctionExpression' || right.type === 'FunctionExpression';
      if (operator === '=' && left.type === 'MemberExpression' && isMethod) rewritten.prependLeft(right.start, PREFIX);
    },
  }).visit(program);
  return rewritten;
}

/**
 * Has the built server make functions that are assigned to properties among the young objects. Fails the build when a later step has undone
 * that, as the removal of dead code does.
 */
export function keepFunctionsYoung(): Plugin {
  return {
    name: 'keep-functions-young',
    apply: 'build',
    applyToEnvironment: (target) => target.name === 'ssr',
    renderChunk(code) {
      const rewritten = youngFunctions(code);
      return { code: rewritten.toString(), map: rewritten.generateMap({ hires: 'boundary' }) };
    },
    generateBundle(_, bundle) {
      const isKept = Object.values(bundle).some((output) => output.type === 'chunk' && output.code.includes(PREFIX));
      if (!isKept) this.error('the rewritten functions were put back by a later step of the build');
    },
  };
}
