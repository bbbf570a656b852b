import type { LogFact } from '#shared/owner/log-events.ts';

/** Ids, dates and names of states. Free text and email addresses do not match. */
const ONE_WORD = /^[\w.:-]{1,80}$/;

const MOST_VALUES = 12;

/** Without personal data: values of one word, by name; those of an object by `object.name`. */
export function factsOf(data: object, prefix = ''): LogFact[] {
  return Object.entries(data).flatMap(([key, value]: [string, unknown]) => {
    const name = prefix + key;
    if (key === 'personal') return [];
    if (typeof value === 'number' || typeof value === 'boolean') return [{ name, value }];
    if (typeof value === 'string') return ONE_WORD.test(value) ? [{ name, value }] : [];
    if (Array.isArray(value)) return listed(name, value);
    return typeof value === 'object' && value !== null ? factsOf(value, `${name}.`) : [];
  });
}

function listed(name: string, values: readonly unknown[]): LogFact[] {
  const words = values.filter((each) => typeof each === 'string' && ONE_WORD.test(each));
  if (words.length === 0) return [];
  const rest = words.length > MOST_VALUES ? [`${words.length - MOST_VALUES} more`] : [];
  return [{ name, value: [...words.slice(0, MOST_VALUES), ...rest].join(', ') }];
}
