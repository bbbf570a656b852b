import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { secretsStay } from '#server/build/secrets-stay.ts';
import { tempFolder } from '../../temp-folder.ts';

async function buildWith(code: string, environment: Record<string, string>, style = '') {
  const root = tempFolder();
  const entry = join(root, 'entry.ts');
  await writeFile(entry, code);
  await writeFile(join(root, 'style.css'), style);
  return build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [secretsStay(environment)],
    build: { write: false, rolldownOptions: { input: entry } },
  });
}

test.each([
  ['STRIPE_SECRET_KEY', 'sk_live_0123456789'],
  ['COOKIE_SECRET', 'a cookie secret that is long enough for it'],
  ['OWNER_EMAIL', 'owner@oakstreet.example'],
  ['AWS_SECRET_ACCESS_KEY', 'of the machine that builds'],
  ['VITE_SOMETHING', 'put here by mistake'],
])('a build that contains the value of %s fails, and names the variable but not the value', async (name, value) => {
  const building = buildWith(`console.log('${value}');`, { [name]: value });
  await expect(building).rejects.toThrow(`is for the browser and may not hold the value of ${name}`);
  await expect(building).rejects.not.toThrow(value);
});

test('a build with a secret in a style sheet fails, too', async () => {
  const environment = { STRIPE_SECRET_KEY: 'sk_live_0123456789' };
  const building = buildWith(`import './style.css';`, environment, 'a::after { content: "sk_live_0123456789"; }');
  await expect(building).rejects.toThrow('may not hold the value of STRIPE_SECRET_KEY');
});

test('public values and very short ones are allowed', async () => {
  const code = `console.log('production', 'America/Los_Angeles', 'warn', 'nothing of it');`;
  const environment = {
    NODE_ENV: 'production',
    TIME_ZONE: 'America/Los_Angeles',
    LOG_LEVEL: 'warn',
    PATH: 'nothing of it',
  };
  await expect(buildWith(code, environment)).resolves.toBeDefined();
});
