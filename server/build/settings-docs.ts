import { readFileSync, writeFileSync } from 'node:fs';
import { VARIABLES } from '../process/config-variables.ts';

const HEAD = `# Copy to .env and remove the # before what you set. Nothing here is needed to run on this machine;
# with NODE_ENV=production everything marked "required" is.
`;

/** The text of `.env.example`: every variable, all commented out. */
export function envExample(): string {
  const entries = VARIABLES.map(({ name, meaning, default: text, missing }) => {
    const required = missing === undefined ? '' : ' Required in production.';
    return `# ${meaning.replaceAll('`', '')}.${required}\n# ${name}=${text.includes('`') ? '' : text}\n`;
  });
  return [HEAD, ...entries].join('\n');
}

/** A document with its table of variables replaced; oxfmt aligns it. */
function withSettingsTable(document: string): string {
  const rows = VARIABLES.map(({ name, meaning, default: text, missing }) => {
    const code = text === '' || text.includes('`') ? text : `\`${text}\``;
    return [`\`${name}\``, code, meaning, missing === undefined ? '' : 'yes'];
  });
  const head = ['variable', 'default', 'meaning', 'in production'];
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`);
  return document.replace(/(?<=\n## Configuration\n[^|]*)(?:\|[^\n]*\n)+/, () => lines.join(''));
}

// `npm run settings`
if (import.meta.main) {
  writeFileSync('.env.example', envExample());
  writeFileSync('docs/operating.md', withSettingsTable(readFileSync('docs/operating.md', 'utf8')));
}
