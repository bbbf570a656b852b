import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import type { z } from 'zod';
import { wrapFileErrors } from '#db/fatal-error.ts';
import { SETTINGS, VARIABLES } from './config-variables.ts';
import type { Setting } from './setting.ts';

type Name = keyof typeof SETTINGS;

type Field<Variable extends string> = Variable extends `${infer Head}_${infer Tail}`
  ? `${Lowercase<Head>}${Capitalize<Field<Tail>>}`
  : Lowercase<Variable>;

type Value<Of extends Setting> = z.output<Of['schema']> | (Of extends { readonly default: string } ? never : null);

export type Settings = { readonly [Variable in Name as Field<Variable>]: Value<(typeof SETTINGS)[Variable]> };

export type Environment = Readonly<Record<string, string | undefined>>;

/** The process's variables win over those of `.env`. Throws `FatalError`. */
export function readEnvironment(own: Environment = process.env, file = '.env'): Environment {
  return wrapFileErrors(file, 'Make it a file that can be read, or remove it.', () =>
    existsSync(file) ? { ...parseEnv(readFileSync(file, 'utf8')), ...own } : own,
  );
}

/** Spaces alone count as not set. */
export function given(env: Environment): Readonly<Record<string, string>> {
  const known = VARIABLES.map(({ name }) => [name, env[name]?.trim() ?? ''] as const);
  return Object.fromEntries(known.filter(([, value]) => value !== ''));
}

function fieldOf(name: string): string {
  return name.toLowerCase().replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function settingInUse(group: string, texts: Readonly<Record<string, string>>): string | undefined {
  const members = Object.entries<Setting>(SETTINGS).filter(([, setting]) => setting.group === group);
  return members.find(([name, setting]) => (texts[name] ?? setting.default) !== setting.default)?.[0];
}

/** Null if it is optional. */
function whyRequired(
  { required, group, default: text, otherwise }: Setting,
  texts: Readonly<Record<string, string>>,
): string | null {
  if (texts['NODE_ENV'] === 'production' && required !== undefined) return required;
  const other = group === undefined || (text ?? otherwise) !== undefined ? undefined : settingInUse(group, texts);
  return other === undefined ? null : `must be set with ${other}`;
}

/** Problems name the variable, never its value. */
export function readSettings(env: Environment): { readonly settings: Settings; readonly problems: readonly string[] } {
  const texts = given(env);
  const isProduction = texts['NODE_ENV'] === 'production';
  const isStaging = SETTINGS.STAGING.schema.safeParse(texts['STAGING'] ?? '').data === true;
  const values: [string, unknown][] = [];
  const malformed: string[] = [];
  const refused: string[] = [];
  for (const [name, setting] of Object.entries<Setting>(SETTINGS)) {
    const text = texts[name] ?? setting.default;
    const { data, error } = text === undefined ? { data: null, error: null } : setting.schema.safeParse(text);
    values.push([fieldOf(name), data]);
    const missing = texts[name] === undefined ? whyRequired(setting, texts) : null;
    if (missing !== null) malformed.push(`${name} ${missing}`);
    else if (error) malformed.push(`${name} ${error.issues.at(-1)?.message}`);
    const [pattern, problem] = (isStaging ? setting.refusedOnStaging : null) ?? setting.refused ?? [];
    if (isProduction && pattern?.test(texts[name] ?? '')) refused.push(`${name} ${problem}`);
  }
  if (isStaging && !isProduction) refused.push('STAGING must be used with NODE_ENV=production');
  return { settings: Object.fromEntries(values) as unknown as Settings, problems: [...malformed, ...refused] };
}
