import type { Plugin } from 'vite';
import { VARIABLES } from '../process/config-variables.ts';
import { readEnvironment } from '../process/read-settings.ts';

const PUBLIC_WORDS = new Set(['development', 'production', 'test', 'true', 'false']);
/** Shorter values appear by chance. */
const SHORTEST = 8;
/** Of the build machine's variables, beside this product's own. */
const SECRET_NAME = /SECRET|TOKEN|PASSWORD|PRIVATE|(?:^|_)KEY(?:$|_)|^VITE_/;

/** Fails the build if a file for browsers contains a secret. Names the variable, not its value. */
export function secretsStay(environment: Readonly<Record<string, string | undefined>> = readEnvironment()): Plugin {
  const ours = new Set<string>(VARIABLES.map(({ name }) => name));
  const defaults = new Set<string>(VARIABLES.map(({ default: value }) => value));
  const kept = Object.entries(environment).flatMap(([name, value = '']) => {
    const isKept = (ours.has(name) || SECRET_NAME.test(name)) && value.length >= SHORTEST;
    return isKept && !PUBLIC_WORDS.has(value) && !defaults.has(value) ? [{ name, value }] : [];
  });
  return {
    name: 'secrets-stay',
    apply: 'build',
    applyToEnvironment: (target) => target.name === 'client',
    generateBundle(_, bundle) {
      for (const [file, output] of Object.entries(bundle)) {
        const text = output.type === 'chunk' ? output.code : Buffer.from(output.source).toString();
        const found = kept.find(({ value }) => text.includes(value));
        if (found) this.error(`${file} is for the browser and may not hold the value of ${found.name}`);
      }
    },
  };
}
