import { writeFileSync } from 'node:fs';
import { VARIABLES } from '../process/config-variables.ts';

export function envExample(): string {
  const entries = VARIABLES.map(({ name, meaning, default: text, missing }) => {
    const required = missing === undefined ? '' : ' Required in production.';
    return `\n# ${meaning.replaceAll('`', '')}.${required}\n# ${name}=${text.includes('`') ? '' : text}\n`;
  });
  return `# Copy to .env and remove the # before what you set. Nothing here is needed to run on this machine;
# with NODE_ENV=production everything marked "required" is.\n${entries.join('')}`;
}

/** Those that production requires first. */
export function settingsPage(): string {
  const lists = { required: '', optional: '' };
  for (const { name, default: text, meaning, missing } of VARIABLES) {
    const value = text === '' ? '' : ` (${text.includes('`') ? text : `\`${text}\``})`;
    lists[missing === undefined ? 'optional' : 'required'] += `- \`${name}\`${value}: ${meaning}.\n`;
  }
  return `# Settings\n
Variables of the environment, or locally lines of a file \`.env\`: copy \`.env.example\`. If one is missing or malformed, the server prints a line for
each and doesn't start. \`npm run settings\` writes this page from \`server/process/config-variables.ts\`.\n
## Required in production\n\nIn parentheses is what applies locally.\n\n${lists.required}
## Optional\n\nIn parentheses is the default.\n\n${lists.optional}`;
}

if (import.meta.main) {
  writeFileSync('.env.example', envExample());
  writeFileSync('docs/settings.md', settingsPage());
}
