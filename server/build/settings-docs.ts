import { writeFileSync } from 'node:fs';
import { VARIABLES, type Variable } from '../process/config-variables.ts';

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

const INTRODUCTION = `# Settings

Set them as variables of the environment, or locally as lines of a file \`.env\` (copy \`.env.example\`). On your own machine you need none. If one is
missing or malformed, the server doesn't start, and prints a line for each. The settings of one service belong together: if you set only \`S3_BUCKET\`,
the server names the missing keys. \`npm run settings\` writes this page from \`server/process/config-variables.ts\`.
`;

function entry({ name, default: text, meaning }: Variable): string {
  const code = text.includes('`') ? text : `\`${text}\``;
  return `- \`${name}\`${text === '' ? '' : ` (${code})`}: ${meaning}.\n`;
}

/** The text of `docs/settings.md`: every variable, those that production requires first. */
export function settingsPage(): string {
  const isRequired = ({ missing }: Variable) => missing !== undefined;
  const required = VARIABLES.filter(isRequired).map(entry).join('');
  const optional = VARIABLES.filter((variable) => !isRequired(variable))
    .map(entry)
    .join('');
  const note = 'In parentheses is what applies locally.';
  return `${INTRODUCTION}\n## Required in production\n\n${note}\n\n${required}\n## Optional\n\nIn parentheses is the default.\n\n${optional}`;
}

// `npm run settings`
if (import.meta.main) {
  writeFileSync('.env.example', envExample());
  writeFileSync('docs/settings.md', settingsPage());
}
